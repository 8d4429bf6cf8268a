// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.NodeId;
import dev.baton.elector.Alarm;
import dev.baton.elector.ElectorEvent;
import dev.baton.elector.Term;
import dev.baton.elector.Vacancy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This node's part in the membership's own election: it stands whenever nobody leads, and leads the membership only as
 * long as it is certain to. Confined to the elector's lane.
 */
final class Coordination implements ElectorEvent.Handler {
    private final NodeId self;
    private final MembershipRules membership;
    private final Candidacy candidacy;
    private @Nullable Epoch epoch;
    private @Nullable Term term;
    private Optional<NodeId> leader = Optional.empty();
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

    Coordination(NodeId self, MembershipRules membership, Candidacy candidacy, long now) {
        this.self = self;
        this.membership = membership;
        this.candidacy = candidacy;
        this.now = now;
    }

    void on(ElectorEvent event, long at) {
        now = at;
        event.deliverTo(this);
    }

    void tick(long at) {
        now = at;
        Term held = term;
        if (held != null && !Instants.isBefore(now, held.certainUntil())) {
            giveBack();
        }
    }

    long wakeAt(long at) {
        Term held = term;
        return held == null ? Instants.never(at) : held.certainUntil();
    }

    /** Leads no more, and lets another. */
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
        term = null;
        membership.leadNoMore();
    }

    /** Who is to be asked instead of this node; nothing if it is the one to ask. */
    Optional<Answer> elsewhere() {
        if (membership.leads()) {
            return Optional.empty();
        }
        Membership known = membership.current();
        return Optional.of(leader.filter(id -> known != null && !id.equals(self))
                .flatMap(id -> known == null ? Optional.empty() : known.find(id))
                .map(member -> Answer.ask(member.address()))
                .orElseGet(() -> Answer.of(Answer.Kind.LATER, "nobody leads the membership yet")));
    }

    @Override
    public void granted(Epoch won, Term until) {
        epoch = won;
        term = until;
        leader = Optional.of(self);
        membership.lead(won, candidacy.highest(), now);
        if (!membership.leads()) {
            giveBack();
        }
    }

    @Override
    public void extended(Epoch of, Term until) {
        Term held = term;
        if (of.equals(epoch) && held != null && Instants.isBefore(now, held.certainUntil())) {
            term = until;
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
        leader = Optional.of(seen.node().id());
        if (!seen.node().id().equals(self)) {
            candidacy.withdraw();
        }
    }

    @Override
    public void vacant(Vacancy vacancy) {
        leader = Optional.empty();
        if (!closed) {
            candidacy.stand();
        }
    }

    @Override
    public void preferred(NodeId better) {}

    @Override
    public void trouble(Alarm alarm) {}
}
