// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Alarm;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Instants;
import dev.baton.spi.Term;
import dev.baton.spi.Vacancy;
import java.time.Duration;
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
    private final Duration rest;
    private @Nullable Epoch epoch;
    private @Nullable Term term;
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
    Coordination(NodeId self, MembershipRules membership, Candidacy candidacy, Duration rest, long now) {
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
        Term held = term;
        if (held != null && !Instants.isBefore(now, held.certainUntil())) {
            giveBack();
        }
        Long rested = restsUntil;
        if (rested != null && !Instants.isBefore(now, rested)) {
            restsUntil = null;
            standIfVacant();
        }
    }

    long wakeAt(long at) {
        Term held = term;
        Long rested = restsUntil;
        long wake = held == null ? Instants.never(at) : held.certainUntil();
        return rested == null ? wake : Instants.earlier(wake, rested);
    }

    private void standIfVacant() {
        if (!closed && restsUntil == null && leader.isEmpty()) {
            candidacy.stand();
        }
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
        restsUntil = Instants.plus(at, rest);
        giveBack();
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
