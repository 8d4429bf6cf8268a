// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The membership of this node and, while it leads the membership's own election, how it changes. Confined to the
 * elector's lane. Invariants, so that any two majorities that can elect at the same time share a voter:
 *
 * <ol>
 *   <li>Each step adds or removes one voter, and counts as soon as it is durable; a later stamp replaces an earlier one.
 *       One is written at a time, away from the lane, and until it is durable the node goes by the one before.
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
public final class ClusterMembershipRules {
    private static final int MAX_PENDING = 64;

    private final NodeId self;
    private final Duration retell;
    private final LongUnaryOperator promisedUntil;
    private final Consumer<MembershipEffect> effects;

    /** What is durable. Nothing else counts. */
    private MembershipState known;

    private long changes;

    private @Nullable Writing writing;
    /** Until when what was promised before {@link #current} was stored may hold. */
    private long settledFrom;
    /** A leader that could not write a step does not try again before. */
    private long writesFrom;

    private @Nullable Leading leading;
    private final Deque<MembershipChange> pending = new ArrayDeque<>();

    /** What follows from a write. */
    @FunctionalInterface
    public interface Then {
        /** @param durable whether it counts from now on, or could not be made durable, and changes nothing */
        void written(boolean durable, long now);
    }

    private record Writing(MembershipState next, Then then) {}

    private static final class Leading {
        private final Epoch epoch;
        private final Then began;
        private final Map<NodeId, Epoch> settled = new HashMap<>();
        /** Whether the members that were found are stored under this epoch. */
        private boolean begun;

        private long retellAt;

        Leading(Epoch epoch, Then began) {
            this.epoch = epoch;
            this.began = began;
        }
    }

    /** @param remembered what this node has made durable so far */
    public ClusterMembershipRules(
            NodeId self,
            MembershipState remembered,
            BullySettings settings,
            LongUnaryOperator promisedUntil,
            Consumer<MembershipEffect> effects,
            long now) {
        this.self = self;
        this.known = remembered;
        this.retell = settings.heartbeat().dividedBy(2);
        this.promisedUntil = promisedUntil;
        this.effects = effects;
        this.writesFrom = now;
    }

    @Nullable
    public Membership current() {
        return known.membership().orElse(null);
    }

    /** Rises whenever {@link #current} or {@link #mark} may answer differently than before. */
    public long changes() {
        return changes;
    }

    /** What tells this node's memory from another one under the same id. */
    public StateId mark() {
        return known.mark();
    }

    /** Whether what this node remembers was copied from a voter, which it is not. */
    public boolean isCopy() {
        return known.copy();
    }

    public MembershipVersion stamp() {
        Membership members = current();
        return members == null ? MembershipVersion.NONE : members.stamp();
    }

    /** What an earlier start has promised may still hold. */
    public void start(long now) {
        settledFrom = promisedUntil.applyAsLong(now);
    }

    /** Whether everything that this node promised under an older membership has expired. */
    public boolean isSettled(long now) {
        return !MonotonicTime.isBefore(now, settledFrom);
    }

    /** Whether this node may change the membership. */
    public boolean leads() {
        Leading lead = leading;
        return lead != null && lead.begun;
    }

    int pending() {
        return pending.size();
    }

    // ---- what is stored

    /** A {@link MembershipEffect.Save} or {@link MembershipEffect.BeginAnew} was performed. */
    public void stored(boolean durable, long now) {
        Writing written = Objects.requireNonNull(writing, "nothing is being written");
        writing = null;
        if (durable) {
            known = written.next();
            changes++;
            // Also what was promised during the write, under the membership before.
            settledFrom = promisedUntil.applyAsLong(now);
            Leading lead = leading;
            if (lead != null) {
                lead.settled.clear();
                lead.retellAt = now;
            }
        }
        written.then().written(durable, now);
    }

    private void write(Membership next, Then then) {
        writing = new Writing(known.adopting(next, self), then);
        effects.accept(new MembershipEffect.Save(next));
    }

    /**
     * Stores a membership that is newer than the present one. During a write nothing else is stored: the member
     * that offers it does so again until it hears that it is.
     *
     * @return whether it is new, and being stored
     */
    public boolean adopt(Membership offered, Then then) {
        Membership members = current();
        boolean sameCluster = members == null || members.cluster().equals(offered.cluster());
        if (writing != null || !sameCluster || !offered.stamp().isAfter(stamp())) {
            return false;
        }
        write(offered, then);
        return true;
    }

    /** The node starts again, without a membership, as soon as that is durable; not while something else is written. */
    void forget(StateId next, Then then) {
        if (writing == null) {
            writing = new Writing(MembershipState.begunAnew(next), (durable, now) -> {
                if (durable) {
                    leadNoMore();
                }
                then.written(durable, now);
            });
            effects.accept(new MembershipEffect.BeginAnew(next));
        }
    }

    // ---- as the leader

    /**
     * This node leads the membership once what it found is stored under its epoch.
     *
     * @param highest the highest epoch that this node has promised to anybody
     * @param began told whether it is
     */
    public void lead(Epoch epoch, Epoch highest, Then began, long now) {
        leading = new Leading(epoch, began);
        pending.clear();
        if (writing == null) {
            begin(leading, highest, now);
        }
    }

    private void begin(Leading lead, Epoch highest, long now) {
        Membership found = current();
        if (found == null || found.stamp().epoch().isAfter(lead.epoch)) {
            lead.began.written(false, now);
            return;
        }
        write(found.stamped(lead.epoch, highest), (durable, at) -> {
            lead.begun = durable;
            lead.began.written(durable, at);
        });
    }

    public void leadNoMore() {
        leading = null;
        pending.clear();
    }

    /** @return whether there is room for it */
    boolean propose(MembershipChange change) {
        if (!leads() || pending.size() >= MAX_PENDING) {
            return false;
        }
        if (!pending.contains(change)) {
            pending.add(change);
        }
        return true;
    }

    public void stored(NodeId from, StoredMembership answer) {
        Leading lead = leading;
        Membership members = current();
        if (lead != null
                && lead.begun
                && members != null
                && votes(members, from)
                && answer.stamp().equals(members.stamp())
                && answer.settled()
                && !answer.promised().isAfter(lead.epoch)) {
            lead.settled.put(from, answer.highest());
        }
    }

    /**
     * @param required how many members decide
     * @param highest the highest epoch that this node has promised to anybody
     */
    public void tick(int required, Epoch highest, long now) {
        Leading lead = leading;
        Membership members = current();
        if (lead == null || members == null || writing != null) {
            return;
        }
        if (!lead.begun) {
            begin(lead, highest, now);
            return;
        }
        if (isSettled(now) && votes(members, self)) {
            lead.settled.put(self, highest);
        }
        if (!MonotonicTime.isBefore(now, writesFrom)) {
            next(lead, members, lead.settled.size() >= required);
        }
        if (!MonotonicTime.isBefore(now, lead.retellAt)) {
            lead.retellAt = MonotonicTime.plus(now, retell);
            tellTheOthers(lead);
        }
    }

    private static boolean votes(Membership members, NodeId id) {
        return members.find(id).filter(member -> member.part().votes()).isPresent();
    }

    private void next(Leading lead, Membership members, boolean settled) {
        while (!pending.isEmpty()
                && (pending.element().isDone(members) || !pending.element().isPossible(members))) {
            pending.remove();
        }
        MembershipChange change = pending.peek();
        // Who does not vote may come and go as it likes.
        if (change != null && (settled || change.applyTo(members).hasTheVotersOf(members))) {
            Epoch floor = lead.settled.values().stream().reduce(Epoch.NONE, Epoch::max);
            write(change.applyTo(members).stamped(lead.epoch, floor), (durable, now) -> {
                if (durable) {
                    pending.remove(change);
                } else {
                    writesFrom = MonotonicTime.plus(now, retell);
                }
            });
        }
    }

    private void tellTheOthers(Leading lead) {
        Membership members = current();
        if (members != null) {
            members.members().stream()
                    .map(BullyMember::id)
                    .filter(id -> !id.equals(self) && !lead.settled.containsKey(id))
                    .forEach(id -> effects.accept(new MembershipEffect.HandOver(id, members)));
        }
    }

    public long wakeAt(long now) {
        Leading lead = leading;
        return lead == null || writing != null ? MonotonicTime.never(now) : lead.retellAt;
    }
}
