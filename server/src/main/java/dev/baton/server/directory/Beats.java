// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import dev.baton.core.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges by its own clock how long others have been silent: a row whose count moves is alive. So neither the
 * database's clock nor anybody's wall clock matters, and none of them has to agree.
 */
final class Beats {
    private final Ticker ticker;
    private Map<String, Seen> byIncarnation = new HashMap<>();

    private record Seen(long beat, long at) {}

    Beats(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Takes note of the rows as they are now; whoever is not among them is forgotten. */
    void look(List<NodeRow> rows) {
        Map<String, Seen> now = new HashMap<>();
        for (NodeRow row : rows) {
            Seen before = byIncarnation.get(row.incarnation());
            now.put(
                    row.incarnation(),
                    before != null && before.beat() == row.beat() ? before : new Seen(row.beat(), ticker.nanos()));
        }
        byIncarnation = now;
    }

    Duration silent(NodeRow row) {
        Seen seen = byIncarnation.get(row.incarnation());
        return seen == null ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - seen.at());
    }
}
