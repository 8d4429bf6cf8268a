// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.view.LeadershipHistory;
import dev.baton.server.view.LeadershipView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes one history of what many nodes saw: pure. An epoch has one leader, so the epoch tells which belong together. */
final class HistoryRules {
    private HistoryRules() {}

    /** What a node saw; {@code incarnation} tells whether it speaks of itself. */
    record Said(@Nullable String incarnation, List<LeadershipView> leaderships) {}

    /** Newest first, at most {@code limit}. */
    static List<LeadershipView> merge(Collection<Said> said, int limit) {
        TreeMap<Long, LeadershipView> byEpoch = new TreeMap<>(Collections.reverseOrder());
        for (Said one : said) {
            for (LeadershipView seen : one.leaderships()) {
                boolean own = seen.incarnation().equals(one.incarnation());
                byEpoch.merge(seen.epoch(), seen, (known, more) -> own ? prefer(more, known) : prefer(known, more));
            }
        }
        List<LeadershipView> merged = new ArrayList<>();
        for (Map.Entry<Long, LeadershipView> entry : byEpoch.entrySet()) {
            Map.Entry<Long, LeadershipView> before = byEpoch.higherEntry(entry.getKey());
            merged.add(withGap(entry.getValue(), before == null ? null : before.getValue()));
            if (merged.size() == limit) {
                break;
            }
        }
        return merged;
    }

    /** The better witness, completed by the other where it did not see the end. */
    private static LeadershipView prefer(LeadershipView better, LeadershipView other) {
        boolean unseen = LeadershipHistory.REPLACED.equals(better.reason()) && other.to() != null;
        boolean open = better.to() == null || unseen;
        return new LeadershipView(
                better.election(),
                better.node(),
                better.incarnation(),
                better.epoch(),
                better.from(),
                open ? other.to() : better.to(),
                open ? other.reason() : better.reason(),
                better.gapMs() == null ? other.gapMs() : better.gapMs());
    }

    private static LeadershipView withGap(LeadershipView it, @Nullable LeadershipView before) {
        Instant ended = before == null ? null : before.to();
        Long gap = ended == null
                ? it.gapMs()
                : (Long) Math.max(0, Duration.between(ended, it.from()).toMillis());
        return new LeadershipView(
                it.election(), it.node(), it.incarnation(), it.epoch(), it.from(), it.to(), it.reason(), gap);
    }
}
