// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.Entry;
import dev.baton.spi.Instants;
import dev.baton.spi.Priority;
import dev.baton.spi.Term;
import dev.baton.spi.lease.LeaseTerms;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One election as one node sees it: who leads, and this node's own leadership. Confined to the lane of its
 * {@link Voting}. What it keeps:
 *
 * <ol>
 *   <li>It leads only on the promises of a quorum, each for a lease from when its voter gave it, and counts that lease
 *       from before the first question left.
 *   <li>A leadership that lapsed is lost, and one that is not certain any more stays so; a late renewal brings neither
 *       back.
 * </ol>
 */
final class ElectionRules {
    private final ElectionName election;
    private final Node self;
    private final LeaseTerms terms;
    private final Quorum quorum;
    private final Electorate electorate;
    private final Voter voter;
    private final Outbox outbox;
    private final Sighting sighting;
    private final Campaign campaign;
    private final Meeting meeting;

    private @Nullable Entry entry;
    private Optional<Priority> ready = Optional.empty();
    private Priority priority = Priority.DEFAULT;
    private @Nullable Held held;
    private Epoch highest = Epoch.NONE;
    private long now;
    /** The end of the last leadership, if it was not given back: until then something may act under it. */
    private @Nullable Term owed;

    ElectionRules(
            ElectionName election,
            Node self,
            LeaseTerms terms,
            Quorum quorum,
            Electorate electorate,
            Voter voter,
            RandomGenerator chance,
            long knownFrom,
            long now,
            Consumer<VotingEffect> effects) {
        this.election = election;
        this.self = self;
        this.terms = terms;
        this.quorum = quorum;
        this.electorate = electorate;
        this.voter = voter;
        this.outbox = new Outbox(election, electorate, effect -> {
            if (entry != null || !(effect instanceof VotingEffect.Tell)) {
                effects.accept(effect);
            }
        });
        this.sighting = new Sighting(knownFrom, quorum == Quorum.NONE);
        this.campaign = new Campaign(self.id(), terms, voter, chance, outbox, now);
        this.meeting = new Meeting(outbox);
        this.now = now;
    }

    // ---- what this node's candidate wants

    void enter(Entry entering, long at) {
        now = at;
        entry = entering;
        campaign.entered();
        tell(sighting.current());
    }

    void ready(Optional<Priority> with) {
        ready = with;
    }

    void campaign(Priority with, long at) {
        now = at;
        if (entry != null) {
            priority = with;
            campaign.want();
        }
    }

    void withdraw(long at) {
        now = at;
        campaign.end();
    }

    void release(Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        campaign.end();
        Held mine = held;
        if (mine != null && mine.epoch.equals(epoch)) {
            held = null;
            outbox.sendAll(new Release(leaderOf(mine), mine.token, successor));
        }
        outbox.tell(new Released(epoch));
    }

    /** What runs under it could not be stopped: it is kept from others until it lapses. */
    void abandon(Epoch epoch, long at) {
        now = at;
        campaign.end();
        if (held != null && held.epoch.equals(epoch)) {
            owed = held.term;
            held = null;
        }
    }

    void leave(long at) {
        now = at;
        campaign.end();
        if (held != null) {
            owed = held.term;
            held = null;
        }
        entry = null;
        ready = Optional.empty();
    }

    /** Until when something may act under a leadership of this node; {@code at} if nothing may. */
    long mayActUntil(long at) {
        Held mine = held;
        Term last = mine != null ? mine.term : owed;
        return last == null ? at : Instants.later(at, last.othersFrom());
    }

    // ---- what others say

    void vote(Node from, Vote vote, long at) {
        now = at;
        highest = highest.max(vote.highest());
        campaign.vote(from, vote, now).ifPresent(this::win);
    }

    void renew(Node from, Renew renew, long at) {
        now = at;
        highest = highest.max(renew.epoch());
        Held mine = held;
        if (mine != null && !mine.token.equals(renew.token())) {
            if (quorum == Quorum.NONE) {
                meeting.met(leaderOf(mine), renew);
            } else if (renew.epoch().isAfter(mine.epoch)) {
                lose(mine);
            }
        }
        boolean wasLive = sighting.isOf(from);
        tell(sighting.heard(renew, now));
        if (!wasLive && sighting.isOf(from) && !from.equals(self)) {
            outbox.effects().accept(new VotingEffect.Watch(from, renew.leader()));
        }
        if (held == null && sighting.isOf(from) && !from.id().equals(self.id())) {
            ready.filter(own -> own.isAbove(renew.priority()))
                    .ifPresent(own -> outbox.send(from, new Claim(election, renew.token(), own)));
        }
    }

    void claim(Node from, Claim claim, long at) {
        now = at;
        Held mine = held;
        if (mine != null && mine.token.equals(claim.token()) && !from.id().equals(self.id())) {
            mine.claims.heard(from, claim.priority(), now);
        }
    }

    void renewed(Node from, Renewed renewed, long at) {
        now = at;
        loseWhatLapsed();
        Held mine = held;
        if (mine == null
                || !mine.token.equals(renewed.token())
                || !renewed.promised()
                || !mine.isCertain(now)
                || !electorate.voters().contains(from)) {
            return;
        }
        mine.promised(renewed.number(), from, electorate).ifPresent(sent -> {
            mine.term = term(sent);
            outbox.tell(new Extended(mine.epoch, mine.term));
        });
    }

    void released(Release release, long at) {
        now = at;
        highest = highest.max(release.leader().epoch());
        tell(sighting.released(release.leader(), release.token(), release.successor()));
    }

    void repeat() {
        campaign.repeat();
    }

    void gone(Node node, long at) {
        now = at;
        if (sighting.isOf(node)) {
            Cancel dropped = new Cancel(election, sighting.token());
            electorate.votersWithoutProcess().forEach(voter -> outbox.send(voter, dropped));
        }
        tell(sighting.gone(node));
    }

    /** The choice between this node's leadership and that of another side. */
    void resolved(NodeId winner, long at) {
        now = at;
        Held mine = held;
        if (mine != null) {
            meeting.resolved(leaderOf(mine), mine.token, winner);
        }
    }

    void judged(Verdict verdict, long at) {
        now = at;
        Held mine = held;
        if (mine != null && mine.token.equals(verdict.loser())) {
            long stoppedBy =
                    Instants.plus(now, terms.lease().minus(terms.margin()).minus(terms.renewInterval()));
            meeting.leave(leaderOf(mine), mine.token, verdict.successor(), stoppedBy);
            owed = mine.term;
            held = null;
            campaign.end();
            outbox.tell(new Lost(mine.epoch));
        }
    }

    // ---- what follows from the state and the time

    void tick(long at) {
        now = at;
        loseWhatLapsed();
        meeting.tick(now);
        Held mine = held;
        if (mine == null) {
            tell(sighting.tick(now));
        } else {
            if (mine.isCertain(now) && !Instants.isBefore(now, mine.nextRenewal)) {
                renew(mine);
            }
            mine.claims.tick(electorate.members(), now).ifPresent(outbox::tell);
        }
        boolean vacant = held == null && !meeting.isLeaving() && !sighting.isLive();
        campaign.tick(vacant, sighting.isSeenToEnd(), this::nextEpoch, now);
    }

    long wakeAt() {
        long wake = Instants.earlier(sighting.wakeAt(now), meeting.wakeAt(now));
        Held mine = held;
        if (mine == null) {
            return Instants.earlier(wake, campaign.wakeAt(now));
        }
        wake = Instants.earlier(wake, Instants.earlier(mine.term.othersFrom(), mine.claims.wakeAt(now)));
        return mine.isCertain(now) ? Instants.earlier(wake, mine.nextRenewal) : wake;
    }

    private Epoch nextEpoch() {
        Epoch known = highest.max(sighting.epoch()).max(voter.highest(election));
        return quorum == Quorum.MAJORITY ? known.next() : SidedEpochs.next(known, self.id());
    }

    private void win(Attempt won) {
        Term term = term(won.began);
        if (!Instants.isBefore(now, term.certainUntil())) {
            outbox.sendAll(new Cancel(election, won.token));
            campaign.backOff(now);
            return;
        }
        campaign.end();
        highest = highest.max(won.epoch);
        Claims claims = new Claims(sighting.priorityAfter(self.id(), priority), terms.claimLength());
        Held mine = new Held(Objects.requireNonNull(entry), won.token, won.epoch, claims, term);
        held = mine;
        outbox.tell(new Granted(won.epoch, term));
        renew(mine);
    }

    private Term term(long sent) {
        long othersFrom = Instants.plus(sent, terms.lease());
        return new Term(othersFrom - terms.margin().toNanos(), othersFrom);
    }

    private void renew(Held mine) {
        mine.nextRenewal = Instants.plus(now, terms.renewInterval());
        outbox.sendAll(new Renew(
                leaderOf(mine),
                mine.token,
                mine.renew(now, terms.lease()),
                terms.lease(),
                electorate.size(),
                mine.claims.holder()));
    }

    private void loseWhatLapsed() {
        Held mine = held;
        if (mine != null && !Instants.isBefore(now, mine.term.othersFrom())) {
            lose(mine);
        }
    }

    private void lose(Held mine) {
        held = null;
        campaign.end();
        outbox.tell(new Lost(mine.epoch));
        tell(sighting.lapsed(mine.token));
    }

    private Leader leaderOf(Held mine) {
        return new Leader(election, mine.holder.self(), mine.epoch, mine.holder.endpoints());
    }

    private void tell(Optional<ElectorEvent> news) {
        news.ifPresent(outbox::tell);
    }
}
