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
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseTerms;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One election as one node sees it: who leads, and this node's own leadership. Confined to the lane of its
 * {@link Voting}. Invariants:
 *
 * <ol>
 *   <li>It leads only on the promises of a quorum, each for a lease from when its voter gave it, and counts that lease
 *       from before the first question left.
 *   <li>A leadership that lapsed is lost, and one that is no longer certain stays so; a late renewal brings neither
 *       back.
 * </ol>
 */
final class ElectionRules {
    private final ElectionName election;
    private final Node self;
    private final LeaseTerms terms;
    private final QuorumMode quorum;
    private final Electorate electorate;
    private final Voter voter;
    private final VotingOutbox outbox;
    private final LeaderSighting sighting;
    private final Campaign campaign;
    private final LeaderConflict meeting;

    private @Nullable ElectionEntry entry;
    private Optional<Priority> ready = Optional.empty();
    private Priority priority = Priority.DEFAULT;
    private @Nullable OwnLeadership held;
    private Epoch highest = Epoch.NONE;
    private long now;
    /** The end of the last leadership, if it was not given back: until then something may act under it. */
    private @Nullable Validity owed;

    ElectionRules(
            ElectionName election,
            Node self,
            LeaseTerms terms,
            QuorumMode quorum,
            Electorate electorate,
            Voter voter,
            RandomGenerator chance,
            AskingLimit limit,
            long knownFrom,
            long now,
            Consumer<VotingEffect> effects) {
        this.election = election;
        this.self = self;
        this.terms = terms;
        this.quorum = quorum;
        this.electorate = electorate;
        this.voter = voter;
        this.outbox = new VotingOutbox(election, electorate, effect -> {
            if (entry != null || !(effect instanceof VotingEffect.Tell)) {
                effects.accept(effect);
            }
        });
        this.sighting = new LeaderSighting(knownFrom, quorum == QuorumMode.NONE);
        this.campaign = new Campaign(self.id(), terms, voter, chance, outbox, limit, now);
        this.meeting = new LeaderConflict(outbox);
        this.now = now;
    }

    // ---- what this node's candidate wants

    void enter(ElectionEntry entering, long at) {
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
        OwnLeadership mine = held;
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
            owed = held.validity;
            held = null;
        }
    }

    void leave(long at) {
        now = at;
        campaign.end();
        if (held != null) {
            owed = held.validity;
            held = null;
        }
        entry = null;
        ready = Optional.empty();
    }

    /** Until when something may act under a leadership of this node; {@code at} if nothing may. */
    long mayActUntil(long at) {
        OwnLeadership mine = held;
        Validity last = mine != null ? mine.validity : owed;
        return last == null ? at : MonotonicTime.later(at, last.othersFrom());
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
        OwnLeadership mine = held;
        if (mine != null && !mine.token.equals(renew.token())) {
            if (quorum == QuorumMode.NONE) {
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
        OwnLeadership mine = held;
        if (mine != null && mine.token.equals(claim.token()) && !from.id().equals(self.id())) {
            mine.claims.heard(from, claim.priority(), now);
        }
    }

    void renewed(Node from, Renewed renewed, long at) {
        now = at;
        loseWhatLapsed();
        OwnLeadership mine = held;
        if (mine == null
                || !mine.token.equals(renewed.token())
                || !renewed.promised()
                || !mine.isCertain(now)
                || !electorate.voters().contains(from)) {
            return;
        }
        mine.promised(renewed.number(), from, electorate).ifPresent(sent -> {
            mine.validity = validity(sent);
            outbox.tell(new Extended(mine.epoch, mine.validity));
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
        OwnLeadership mine = held;
        if (mine != null) {
            meeting.resolved(leaderOf(mine), mine.token, winner);
        }
    }

    void judged(Verdict verdict, long at) {
        now = at;
        OwnLeadership mine = held;
        if (mine != null && mine.token.equals(verdict.loser())) {
            long stoppedBy =
                    MonotonicTime.plus(now, terms.lease().minus(terms.margin()).minus(terms.renewInterval()));
            meeting.leave(leaderOf(mine), mine.token, verdict.successor(), stoppedBy);
            owed = mine.validity;
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
        OwnLeadership mine = held;
        if (mine == null) {
            tell(sighting.tick(now));
        } else {
            if (mine.isCertain(now) && !MonotonicTime.isBefore(now, mine.nextRenewal)) {
                renew(mine);
            }
            mine.claims.tick(electorate.members(), now).ifPresent(outbox::tell);
        }
        boolean vacant = held == null && !meeting.isLeaving() && !sighting.isLive();
        campaign.tick(vacant, sighting.isSeenToEnd(), this::nextEpoch, now);
    }

    long wakeAt() {
        long wake = MonotonicTime.earlier(sighting.wakeAt(now), meeting.wakeAt(now));
        OwnLeadership mine = held;
        if (mine == null) {
            return MonotonicTime.earlier(wake, campaign.wakeAt(now));
        }
        wake = MonotonicTime.earlier(wake, MonotonicTime.earlier(mine.validity.othersFrom(), mine.claims.wakeAt(now)));
        return mine.isCertain(now) ? MonotonicTime.earlier(wake, mine.nextRenewal) : wake;
    }

    private Epoch nextEpoch() {
        Epoch known = highest.max(sighting.epoch()).max(voter.highest(election));
        return quorum == QuorumMode.MAJORITY ? known.next() : PartitionedEpochs.next(known, self.id());
    }

    private void win(Attempt won) {
        Validity validity = validity(won.began);
        if (!MonotonicTime.isBefore(now, validity.certainUntil())) {
            outbox.sendAll(new Cancel(election, won.token));
            campaign.backOff(now);
            return;
        }
        campaign.end();
        highest = highest.max(won.epoch);
        PriorityClaims claims = new PriorityClaims(sighting.priorityAfter(self.id(), priority), terms.claimLength());
        OwnLeadership mine = new OwnLeadership(Objects.requireNonNull(entry), won.token, won.epoch, claims, validity);
        held = mine;
        outbox.tell(new Granted(won.epoch, validity));
        renew(mine);
    }

    private Validity validity(long sent) {
        long othersFrom = MonotonicTime.plus(sent, terms.lease());
        return new Validity(othersFrom - terms.margin().toNanos(), othersFrom);
    }

    private void renew(OwnLeadership mine) {
        mine.nextRenewal = MonotonicTime.plus(now, terms.renewInterval());
        outbox.sendAll(new Renew(
                leaderOf(mine),
                mine.token,
                mine.renew(now, terms.lease()),
                terms.lease(),
                electorate.size(),
                mine.claims.holder()));
    }

    private void loseWhatLapsed() {
        OwnLeadership mine = held;
        if (mine != null && !MonotonicTime.isBefore(now, mine.validity.othersFrom())) {
            lose(mine);
        }
    }

    private void lose(OwnLeadership mine) {
        held = null;
        campaign.end();
        outbox.tell(new Lost(mine.epoch));
        tell(sighting.lapsed(mine.token));
    }

    private Leader leaderOf(OwnLeadership mine) {
        return new Leader(election, mine.holder.self(), mine.epoch, mine.holder.endpoints());
    }

    private void tell(Optional<ElectorEvent> news) {
        news.ifPresent(outbox::tell);
    }
}
