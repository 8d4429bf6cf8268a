// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This node's part in the membership's own election: it stands whenever no node leads, and leads the membership only as
 * long as it is certain to. Confined to the elector's lane.
 */
final class MembershipCandidacy implements ElectorEvent.Handler {
    private final NodeId self;
    private final ClusterMembershipRules membership;
    private final Candidacy candidacy;
    private final Duration rest;
    private @Nullable Epoch epoch;
    private @Nullable Validity validity;
    private Optional<NodeId> leader = Optional.empty();
    /** Until when this node does not stand, since it could not write down what it would have led. */
    private @Nullable Long restsUntil;

    private boolean closed;
    private long now;

    /** What this node can do in an election. */
    interface Candidacy {
        void stand();

        void withdraw();

        void release(Epoch epoch);

        /** The highest epoch of any election that this node has promised. */
        Epoch highest();
    }

    /** @param rest for how long a node does not stand that could not write its state folder */
    MembershipCandidacy(NodeId self, ClusterMembershipRules membership, Candidacy candidacy, Duration rest, long now) {
        this.self = self;
        this.membership = membership;
        this.candidacy = candidacy;
        this.rest = rest;
        this.now = now;
    }

    void on(ElectorEvent event, long at) {
        now = at;
        event.deliverTo(this);
    }

    void tick(long at) {
        now = at;
        Validity held = validity;
        if (held != null && !MonotonicTime.isBefore(now, held.certainUntil())) {
            giveBack();
        }
        Long rested = restsUntil;
        if (rested != null && !MonotonicTime.isBefore(now, rested)) {
            restsUntil = null;
            standIfVacant();
        }
    }

    long wakeAt(long at) {
        Validity held = validity;
        Long rested = restsUntil;
        long wake = held == null ? MonotonicTime.never(at) : held.certainUntil();
        return rested == null ? wake : MonotonicTime.earlier(wake, rested);
    }

    private void standIfVacant() {
        if (!closed && restsUntil == null && leader.isEmpty()) {
            candidacy.stand();
        }
    }

    /** Stops leading, so that another node can. */
    void giveBack() {
        Epoch held = epoch;
        end();
        if (held != null) {
            candidacy.release(held);
        }
    }

    void close() {
        closed = true;
        candidacy.withdraw();
        giveBack();
    }

    /** Whether this node leads under an epoch before {@code promised}. */
    boolean isOvertakenBy(Epoch promised) {
        Epoch held = epoch;
        return held != null && promised.isAfter(held);
    }

    private void end() {
        epoch = null;
        validity = null;
        membership.leadNoMore();
    }

    /** Who is to be asked instead of this node; nothing if it is the one to ask. */
    Optional<JoinAnswer> elsewhere() {
        if (membership.leads()) {
            return Optional.empty();
        }
        Membership known = membership.current();
        return Optional.of(leader.filter(id -> known != null && !id.equals(self))
                .flatMap(id -> known == null ? Optional.empty() : known.find(id))
                .map(member -> JoinAnswer.ask(member.address()))
                .orElseGet(() -> JoinAnswer.of(JoinAnswer.Kind.LATER, "the membership has no leader yet")));
    }

    @Override
    public void granted(Epoch won, Validity until) {
        epoch = won;
        validity = until;
        leader = Optional.of(self);
        membership.lead(
                won,
                candidacy.highest(),
                (durable, at) -> {
                    if (!durable && won.equals(epoch)) {
                        rest(at);
                    }
                },
                now);
    }

    /** Nothing may be changed before what was found is stored; the next leadership tries again. */
    private void rest(long at) {
        restsUntil = MonotonicTime.plus(at, rest);
        giveBack();
    }

    @Override
    public void extended(Epoch of, Validity until) {
        Validity held = validity;
        if (of.equals(epoch) && held != null && MonotonicTime.isBefore(now, held.certainUntil())) {
            validity = until;
        }
    }

    @Override
    public void lost(Epoch lost) {
        if (lost.equals(epoch)) {
            end();
        }
    }

    @Override
    public void released(Epoch released) {}

    @Override
    public void leaderSeen(Leader seen) {
        boolean mine = seen.node().id().equals(self);
        if (mine && epoch == null) {
            return; // It was given back as soon as it was won, and this is said afterwards.
        }
        leader = Optional.of(seen.node().id());
        if (!mine) {
            candidacy.withdraw();
        }
    }

    @Override
    public void vacant(Vacancy vacancy) {
        leader = Optional.empty();
        standIfVacant();
    }

    @Override
    public void preferred(Optional<Node> better) {}

    @Override
    public void trouble(Alarm alarm) {}
}
