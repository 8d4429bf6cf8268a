// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.Leader;
import dev.baton.admin.LeadershipView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last leaderships of one election as this node saw them. Any thread. */
public final class LeadershipHistory {
    /** The reason for a leadership whose end no node saw. */
    public static final String REPLACED = "REPLACED";

    private final int most;
    private final Deque<LeadershipView> seen = new ArrayDeque<>();
    private int begun;

    public LeadershipHistory(int most) {
        this.most = most;
    }

    /** A node leads; epochs come in order. */
    public synchronized void began(Leader leader, Instant at) {
        long epoch = leader.epoch().value();
        LeadershipView before = seen.peekFirst();
        if (before != null && before.epoch() >= epoch) {
            return;
        }
        Long gap = before == null || before.to() == null ? null : millis(before.to(), at);
        if (before != null && before.to() == null) {
            ended(before.epoch(), at, REPLACED);
        }
        begun++;
        seen.addFirst(new LeadershipView(
                leader.election().value(),
                leader.node().id().value(),
                leader.node().incarnation().toString(),
                epoch,
                at,
                null,
                null,
                gap));
        if (seen.size() > most) {
            seen.removeLast();
        }
    }

    private static long millis(@Nullable Instant from, Instant to) {
        return from == null ? 0 : Math.max(0, Duration.between(from, to).toMillis());
    }

    /** A leadership is over; the first report counts. */
    public synchronized void ended(long epoch, Instant at, String reason) {
        LeadershipView newest = seen.peekFirst();
        if (newest != null && newest.epoch() == epoch && newest.to() == null) {
            // A late observer learns that it led before.
            Instant from = at.isBefore(newest.from()) ? at : newest.from();
            seen.removeFirst();
            seen.addFirst(new LeadershipView(
                    newest.election(),
                    newest.node(),
                    newest.incarnation(),
                    newest.epoch(),
                    from,
                    at,
                    reason,
                    newest.gapMs()));
        }
    }

    /** From now on the leader's own figure for the gap before it counts, even when the leader is gone. */
    public synchronized void adopt(long epoch, long gapMs) {
        List<LeadershipView> all = new ArrayList<>(seen);
        seen.clear();
        all.forEach(it -> seen.addLast(it.epoch() == epoch ? it.after(gapMs) : it));
    }

    /** Newest first. */
    public synchronized List<LeadershipView> newest(int limit) {
        List<LeadershipView> all = new ArrayList<>(seen);
        return Collections.unmodifiableList(all.subList(0, Math.min(limit, all.size())));
    }

    public synchronized Optional<LeadershipView> find(long epoch) {
        return seen.stream().filter(it -> it.epoch() == epoch).findFirst();
    }

    /** The number of changes of leadership, not counting the first leader. */
    public synchronized int handOvers() {
        return Math.max(0, begun - 1);
    }
}
