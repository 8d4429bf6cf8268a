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
 * database's clock nor any wall clock matters, and none of them has to agree.
 */
final class RowLiveness {
    private static final int PROOF_OF_LIFE = 2;

    private final Ticker ticker;
    private Map<String, Observation> byIncarnation = new HashMap<>();

    /** @param moves how often the beat was seen to have moved on */
    private record Observation(long beat, long at, int moves) {}

    RowLiveness(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Notes the rows as they are now; nodes without a row are forgotten. */
    void look(List<NodeRow> rows) {
        Map<String, Observation> now = new HashMap<>();
        for (NodeRow row : rows) {
            Observation before = byIncarnation.get(row.incarnation());
            now.put(row.incarnation(), seen(before, row.beat()));
        }
        byIncarnation = now;
    }

    private Observation seen(@Nullable Observation before, long beat) {
        if (before == null) {
            return new Observation(beat, ticker.nanos(), 0);
        }
        return before.beat() == beat ? before : new Observation(beat, ticker.nanos(), before.moves() + 1);
    }

    /** Whether it was alive while it was looked at: the last beat of one that died may come late, but not two. */
    boolean hasLived(NodeRow row) {
        Observation seen = byIncarnation.get(row.incarnation());
        return seen != null && seen.moves() >= PROOF_OF_LIFE;
    }

    Duration silent(NodeRow row) {
        Observation seen = byIncarnation.get(row.incarnation());
        return seen == null ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - seen.at());
    }
}
