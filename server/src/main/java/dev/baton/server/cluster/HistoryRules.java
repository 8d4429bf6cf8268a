// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.LeadershipView;
import dev.baton.server.view.LeadershipHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Merges the histories of many nodes into one. An epoch has one leader, so the epoch shows which records belong
 * together. Pure.
 */
final class HistoryRules {
    private HistoryRules() {}

    /** What a node saw; {@code incarnation} shows which leaderships are its own. */
    record NodeHistory(@Nullable String incarnation, List<LeadershipView> leaderships) {}

    /** Returns the leaderships, newest first, at most {@code limit}. */
    static List<LeadershipView> merge(Collection<NodeHistory> said, int limit) {
        TreeMap<Long, LeadershipView> byEpoch = new TreeMap<>(Collections.reverseOrder());
        seen(said, false).forEach(it -> byEpoch.merge(it.epoch(), it, HistoryRules::either));
        seen(said, true)
                .forEach(it -> byEpoch.merge(it.epoch(), it, (others, own) -> prefer(own, others, own.gapMs())));
        List<LeadershipView> merged = new ArrayList<>();
        LeadershipView next = null;
        for (LeadershipView it : byEpoch.values()) {
            if (merged.size() == limit) {
                break;
            }
            merged.add(next == null ? it : endedBefore(next, it));
            next = it;
        }
        return merged;
    }

    /** What nodes saw of their own leaderships, or of those of others. */
    private static Stream<LeadershipView> seen(Collection<NodeHistory> said, boolean own) {
        return said.stream()
                .flatMap(one ->
                        one.leaderships().stream().filter(it -> it.incarnation().equals(one.incarnation()) == own));
    }

    /** Of two observers, the one that saw the longer gap: it knows more about the former leader's end. */
    private static LeadershipView either(LeadershipView one, LeadershipView other) {
        boolean longer = one.gapMs() == null || (other.gapMs() != null && other.gapMs() > one.gapMs());
        return prefer(one, other, longer ? other.gapMs() : one.gapMs());
    }

    /** The better record, completed by the other if it lacks the end or the gap. */
    private static LeadershipView prefer(LeadershipView better, LeadershipView other, @Nullable Long gap) {
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
                gap == null ? other.gapMs() : gap);
    }

    /** A leader that was paused reports its end when it wakes, which is after the next one has begun. */
    private static LeadershipView endedBefore(LeadershipView next, LeadershipView it) {
        Instant to = it.to();
        if (to == null || !to.isAfter(next.from())) {
            return it;
        }
        Instant lastHeard = next.from().minusMillis(next.gapMs() == null ? 0 : next.gapMs());
        return new LeadershipView(
                it.election(),
                it.node(),
                it.incarnation(),
                it.epoch(),
                it.from(),
                lastHeard.isBefore(it.from()) ? it.from() : lastHeard,
                it.reason(),
                it.gapMs());
    }
}
