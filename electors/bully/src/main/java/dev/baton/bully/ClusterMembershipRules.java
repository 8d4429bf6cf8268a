// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.BullyMessage.Members;
import dev.baton.bully.BullyMessage.Stored;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The membership of this node and, while it leads the membership's own election, how it changes. Confined to the
 * elector's lane. What it keeps, so that any two majorities that can elect at one time share a voter:
 *
 * <ol>
 *   <li>Each step adds or removes one voter, and counts as soon as it is stored; a later stamp replaces an earlier one.
 *   <li>A new leader of the membership first has the members it found stored under its own epoch (the rule that Raft's
 *       single-server changes need as well).
 *   <li>The next step waits until a majority has stored the last one <em>and</em> everything has run out that it promised
 *       before. Then no leadership is left that counted the members before the last step.
 *   <li>A step carries the highest epoch that its majority knew of, so that one who forgets does not give it again.
 *   <li>A leader of the membership does not count a voter that has promised a later leadership of it. The voter stores
 *       the step all the same: who goes by an older one than the rest is never elected, and a witness that has the newest
 *       one cannot stand itself.
 * </ol>
 */
final class ClusterMembershipRules {
    private static final int MAX_PENDING = 64;

    private final NodeId self;
    private final MembershipStore store;
    private final Duration retell;
    private final LongUnaryOperator promisedUntil;
    private final BiConsumer<NodeId, BullyMessage> send;

    private @Nullable Membership current;
    /** Until when what was promised before {@link #current} was stored may hold. */
    private long settledFrom;

    private @Nullable Leading leading;
    private final Deque<MembershipChange> pending = new ArrayDeque<>();

    private static final class Leading {
        private final Epoch epoch;
        private final Map<NodeId, Epoch> settled = new HashMap<>();
        private long retellAt;

        Leading(Epoch epoch) {
            this.epoch = epoch;
        }
    }

    ClusterMembershipRules(
            NodeId self,
            MembershipStore store,
            BullySettings settings,
            LongUnaryOperator promisedUntil,
            BiConsumer<NodeId, BullyMessage> send) {
        this.self = self;
        this.store = store;
        this.retell = settings.heartbeat().dividedBy(2);
        this.promisedUntil = promisedUntil;
        this.send = send;
        this.current = store.load().orElse(null);
    }

    @Nullable
    Membership current() {
        return current;
    }

    MembershipVersion stamp() {
        Membership known = current;
        return known == null ? MembershipVersion.NONE : known.stamp();
    }

    /** What an earlier start has promised may still hold. */
    void begin(long now) {
        settledFrom = promisedUntil.applyAsLong(now);
    }

    /** Whether nothing holds any more that this node promised under an older membership. */
    boolean isSettled(long now) {
        return !MonotonicTime.isBefore(now, settledFrom);
    }

    boolean leads() {
        return leading != null;
    }

    int pending() {
        return pending.size();
    }

    // ---- as a follower

    /**
     * Stores a membership that is newer than the present one.
     *
     * @return whether it is new, and stored
     */
    boolean adopt(Membership offered, long now) {
        Membership known = current;
        boolean sameCluster = known == null || known.cluster().equals(offered.cluster());
        return sameCluster && offered.stamp().isAfter(stamp()) && store(offered, now);
    }

    private boolean store(Membership next, long now) {
        try {
            store.save(next);
        } catch (UnavailableException full) {
            return false;
        }
        current = next;
        settledFrom = promisedUntil.applyAsLong(now);
        Leading lead = leading;
        if (lead != null) {
            lead.settled.clear();
            lead.retellAt = now;
        }
        return true;
    }

    /** The node begins anew, without a membership. */
    void forget(StateId next) {
        store.forget(next);
        current = null;
        leading = null;
        pending.clear();
    }

    // ---- as the leader

    void lead(Epoch epoch, Epoch highest, long now) {
        Membership known = current;
        if (known != null) {
            leading = new Leading(epoch);
            pending.clear();
            if (!store(known.stamped(epoch, highest), now)) {
                // Nothing may be changed before this is stored; the next leadership tries again.
                leading = null;
            }
        }
    }

    void leadNoMore() {
        leading = null;
        pending.clear();
    }

    /** @return whether there is room for it */
    boolean propose(MembershipChange change) {
        if (leading == null || pending.size() >= MAX_PENDING) {
            return false;
        }
        if (!pending.contains(change)) {
            pending.add(change);
        }
        return true;
    }

    void stored(NodeId from, Stored answer) {
        Leading lead = leading;
        Membership known = current;
        if (lead != null
                && known != null
                && votes(known, from)
                && answer.stamp().equals(known.stamp())
                && answer.settled()
                && !answer.promised().isAfter(lead.epoch)) {
            lead.settled.put(from, answer.highest());
        }
    }

    /**
     * @param required how many members decide
     * @param highest the highest epoch that this node has promised to anybody
     */
    void tick(int required, Epoch highest, long now) {
        Leading lead = leading;
        Membership known = current;
        if (lead == null || known == null) {
            return;
        }
        if (isSettled(now) && votes(known, self)) {
            lead.settled.put(self, highest);
        }
        next(lead, known, lead.settled.size() >= required, now);
        if (!MonotonicTime.isBefore(now, lead.retellAt)) {
            lead.retellAt = MonotonicTime.plus(now, retell);
            tellTheOthers(lead);
        }
    }

    private static boolean votes(Membership known, NodeId id) {
        return known.find(id).filter(member -> member.part().votes()).isPresent();
    }

    private void next(Leading lead, Membership known, boolean settled, long now) {
        while (!pending.isEmpty()
                && (pending.element().isDone(known) || !pending.element().isPossible(known))) {
            pending.remove();
        }
        MembershipChange change = pending.peek();
        // Who does not vote may come and go as it likes.
        if (change != null && (settled || change.applyTo(known).hasTheVotersOf(known))) {
            Epoch floor = lead.settled.values().stream().reduce(Epoch.NONE, Epoch::max);
            if (store(change.applyTo(known).stamped(lead.epoch, floor), now)) {
                pending.remove();
            }
        }
    }

    private void tellTheOthers(Leading lead) {
        Membership known = current;
        if (known != null) {
            known.members().stream()
                    .map(BullyMember::id)
                    .filter(id -> !id.equals(self) && !lead.settled.containsKey(id))
                    .forEach(id -> send.accept(id, new Members(known)));
        }
    }

    long wakeAt(long now) {
        Leading lead = leading;
        return lead == null ? MonotonicTime.never(now) : lead.retellAt;
    }
}
