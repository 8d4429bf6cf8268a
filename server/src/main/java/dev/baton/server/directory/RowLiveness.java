// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges by its own clock how long others have been silent: a row whose count moves is alive. So neither the
 * database's clock nor anybody's wall clock matters, and none of them has to agree.
 */
final class RowLiveness {
    private static final int PROOF_OF_LIFE = 2;

    private final Ticker ticker;
    private Map<String, Seen> byIncarnation = new HashMap<>();

    /** @param moves how often the beat was seen to have moved on */
    private record Seen(long beat, long at, int moves) {}

    RowLiveness(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Takes note of the rows as they are now; whoever is not among them is forgotten. */
    void look(List<NodeRow> rows) {
        Map<String, Seen> now = new HashMap<>();
        for (NodeRow row : rows) {
            Seen before = byIncarnation.get(row.incarnation());
            now.put(row.incarnation(), seen(before, row.beat()));
        }
        byIncarnation = now;
    }

    private Seen seen(@Nullable Seen before, long beat) {
        if (before == null) {
            return new Seen(beat, ticker.nanos(), 0);
        }
        return before.beat() == beat ? before : new Seen(beat, ticker.nanos(), before.moves() + 1);
    }

    /** Whether it was alive while it was looked at: the last beat of one that died may come late, but not two. */
    boolean hasLived(NodeRow row) {
        Seen seen = byIncarnation.get(row.incarnation());
        return seen != null && seen.moves() >= PROOF_OF_LIFE;
    }

    Duration silent(NodeRow row) {
        Seen seen = byIncarnation.get(row.incarnation());
        return seen == null ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - seen.at());
    }
}
