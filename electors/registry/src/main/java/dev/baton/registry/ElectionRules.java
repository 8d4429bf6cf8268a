// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.elector.Alarm;
import dev.baton.elector.ElectorEvent;
import dev.baton.elector.ElectorEvent.Extended;
import dev.baton.elector.ElectorEvent.Granted;
import dev.baton.elector.ElectorEvent.Lost;
import dev.baton.elector.ElectorEvent.Released;
import dev.baton.elector.ElectorEvent.Trouble;
import dev.baton.elector.Entry;
import dev.baton.elector.Term;
import dev.baton.lease.LeaseTerms;
import dev.baton.lease.LeaseToken;
import dev.baton.registry.RegistryMessage.Answer;
import dev.baton.registry.RegistryMessage.Ask;
import dev.baton.registry.RegistryMessage.Cancel;
import dev.baton.registry.RegistryMessage.Release;
import dev.baton.registry.RegistryMessage.Renew;
import dev.baton.registry.RegistryMessage.Renewed;
import dev.baton.registry.RegistryMessage.Verdict;
import dev.baton.registry.RegistryMessage.Vote;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One election as one node sees it: who leads, and this node's own attempts and leadership. Confined to the registry's
 * lane. What it keeps:
 *
 * <ol>
 *   <li>It leads only on the promises of a quorum, each for a lease from when its voter gave it, and counts that lease
 *       from before the first question left.
 *   <li>A leadership that lapsed is lost; a late renewal does not bring it back.
 *   <li>An attempt that failed is taken back from everybody who may have promised it.
 *   <li>Where several ask at once, all ask the same voter first, so that one of them wins in one round.
 * </ol>
 */
final class ElectionRules {
    /** The part of a renewal interval for which a candidate waits after a failed attempt, spread at random. */
    private static final double BACKOFF = 0.5;
    /** The part of a renewal interval for which the first voter alone is waited for. */
    private static final int PATIENCE = 4;

    private final ElectionName election;
    private final Node self;
    private final LeaseTerms terms;
    private final Quorum quorum;
    private final Electorate electorate;
    private final Voter voter;
    private final RandomGenerator chance;
    private final Consumer<RegistryEffect> effects;
    private final Sighting sighting;

    private @Nullable Entry entry;
    private boolean campaigning;
    private @Nullable Attempt attempt;
    private @Nullable Held held;
    private Epoch highest = Epoch.NONE;
    private long nextAttempt;
    private long now;
    private boolean troubled;
    /** A leadership that was lost to another side, and when what ran under it has stopped at the latest. */
    private @Nullable Leaving leaving;

    private @Nullable LeaseToken judged;
    /** The end of the last leadership, if it was not given back: until then something may act under it. */
    private @Nullable Term owed;

    private record Leaving(Leader leader, LeaseToken token, Optional<NodeId> successor, long at) {}

    ElectionRules(
            ElectionName election,
            Node self,
            RegistrySettings settings,
            Electorate electorate,
            Voter voter,
            RandomGenerator chance,
            long knownFrom,
            long now,
            Consumer<RegistryEffect> effects) {
        this.election = election;
        this.self = self;
        this.terms = settings.terms();
        this.quorum = settings.quorum();
        this.electorate = electorate;
        this.voter = voter;
        this.chance = chance;
        this.effects = effects;
        this.sighting = new Sighting(knownFrom, quorum == Quorum.NONE);
        this.nextAttempt = now;
    }

    boolean isEntered() {
        return entry != null;
    }

    Optional<ElectorEvent> known() {
        return sighting.current();
    }

    // ---- what this node's candidate wants

    void enter(Entry entering, long at) {
        now = at;
        entry = entering;
        troubled = false;
        sighting.current().ifPresent(this::tell);
    }

    void campaign(long at) {
        now = at;
        campaigning = true;
    }

    void withdraw(long at) {
        now = at;
        campaigning = false;
        giveUpAttempt();
    }

    void release(Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        campaigning = false;
        Held mine = held;
        if (mine != null && mine.epoch.equals(epoch)) {
            held = null;
            sendAll(new Release(leaderOf(mine), mine.token, successor));
        }
        tell(new Released(epoch));
    }

    /** What runs under it could not be stopped: it is kept from others until it lapses. */
    void abandon(Epoch epoch, long at) {
        now = at;
        campaigning = false;
        if (held != null && held.epoch.equals(epoch)) {
            owed = held.term;
            held = null;
        }
    }

    void leave(long at) {
        now = at;
        campaigning = false;
        giveUpAttempt();
        if (held != null) {
            owed = held.term;
            held = null;
        }
        entry = null;
    }

    /** Until when something may act under a leadership of this node; {@code at} if nothing may. */
    long mayActUntil(long at) {
        Held mine = held;
        Term last = mine != null ? mine.term : owed;
        return last == null ? at : Instants.later(at, last.othersFrom());
    }

    // ---- what others say

    void vote(Member from, Vote vote, long at) {
        now = at;
        highest = highest.max(vote.highest());
        electorate.heardOf(vote.size());
        Attempt asked = attempt;
        if (asked == null || !asked.token.equals(vote.token()) || !electorate.isVoter(from)) {
            return;
        }
        NodeId id = from.node().id();
        switch (vote.answer()) {
            case PROMISED -> {
                asked.promised.add(id);
                if (asked.promised.size() >= electorate.required() && ownVoteIsIn(asked)) {
                    win(asked);
                } else {
                    askTheOthers(asked);
                }
            }
            case EPOCH_TOO_LOW -> {
                giveUpAttempt();
                nextAttempt = now;
            }
            case TAKEN, ABSTAINS, CANNOT_WRITE -> {
                asked.refused.add(id);
                if (vote.answer() == Answer.CANNOT_WRITE && from.node().equals(self)) {
                    cannotWrite();
                }
                boolean hopeless = from.node().equals(self)
                        || electorate.voters().size() - asked.refused.size() < electorate.required();
                if (hopeless || (!asked.wide && vote.answer() == Answer.TAKEN)) {
                    failAttempt();
                } else {
                    askTheOthers(asked);
                }
            }
        }
    }

    /** A voter that cannot promise to itself, for want of a state file or of memory, does not lead. */
    private boolean ownVoteIsIn(Attempt asked) {
        return electorate.voters().stream().noneMatch(member -> member.node().equals(self))
                || asked.promised.contains(self.id());
    }

    void renew(Member from, Renew renew, long at) {
        now = at;
        highest = highest.max(renew.epoch());
        Held mine = held;
        if (mine != null && !mine.token.equals(renew.token())) {
            meet(mine, renew);
        }
        boolean wasLive = sighting.isOf(from.node());
        sighting.heard(from.node(), renew.leader(), renew.token(), renew.lease(), now)
                .ifPresent(this::tell);
        if (!wasLive && sighting.isOf(from.node()) && !from.node().equals(self)) {
            effects.accept(new RegistryEffect.Watch(from));
        }
    }

    void renewed(Member from, Renewed renewed, long at) {
        now = at;
        electorate.heardOf(renewed.size());
        loseWhatLapsed();
        Held mine = held;
        if (mine == null || !mine.token.equals(renewed.token()) || !renewed.promised() || !electorate.isVoter(from)) {
            return;
        }
        Held.Renewal renewal = mine.renewals.get(renewed.number());
        if (renewal != null) {
            renewal.promised().add(from.node().id());
            if (renewal.promised().size() >= electorate.required()) {
                mine.renewals.headMap(renewed.number(), true).clear();
                mine.term = term(renewal.sent());
                tell(new Extended(mine.epoch, mine.term));
            }
        }
    }

    void released(Release release, long at) {
        now = at;
        highest = highest.max(release.leader().epoch());
        sighting.released(release.leader(), release.token(), release.successor())
                .ifPresent(this::tell);
    }

    void gone(Node node, long at) {
        now = at;
        sighting.gone(node).ifPresent(this::tell);
    }

    // ---- two leaders meet, which only happens without a quorum

    private void meet(Held mine, Renew other) {
        if (quorum == Quorum.MAJORITY) {
            if (other.epoch().isAfter(mine.epoch)) {
                lose(mine);
            }
        } else if (mine.epoch.isAfter(other.epoch()) && !other.token().equals(judged)) {
            // One of the two asks the resolver, and it is this one.
            judged = other.token();
            effects.accept(new RegistryEffect.Resolve(election, leaderOf(mine), other.leader()));
        }
    }

    /** The resolver chose between this node's leadership and that of another side. */
    void resolved(Leader other, NodeId winner, long at) {
        now = at;
        Held mine = held;
        LeaseToken theirs = judged;
        judged = null;
        if (mine == null || theirs == null) {
            return;
        }
        if (winner.equals(self.id())) {
            sendAll(new Verdict(election, theirs, Optional.empty()));
        } else {
            // The winner's epoch is the lower one, and epochs do not fall: both end, and the winner is next.
            sendAll(new Verdict(election, theirs, Optional.of(other.node().id())));
            sendAll(new Verdict(election, mine.token, Optional.of(other.node().id())));
        }
    }

    void judged(Verdict verdict, long at) {
        now = at;
        Held mine = held;
        if (mine != null && mine.token.equals(verdict.loser())) {
            leaving = new Leaving(
                    leaderOf(mine),
                    mine.token,
                    verdict.successor(),
                    Instants.plus(now, terms.lease().minus(terms.margin()).minus(terms.renewInterval())));
            owed = mine.term;
            held = null;
            campaigning = false;
            tell(new Lost(mine.epoch));
        }
    }

    // ---- what follows from the state and the time

    void tick(long at) {
        now = at;
        loseWhatLapsed();
        Leaving done = leaving;
        if (done != null && !Instants.isBefore(now, done.at())) {
            leaving = null;
            sendAll(new Release(done.leader(), done.token(), done.successor()));
        }
        Held mine = held;
        if (mine != null && !Instants.isBefore(now, mine.nextRenewal)) {
            renew(mine);
        }
        if (mine == null) {
            sighting.tick(now).ifPresent(this::tell);
        }
        Attempt asked = attempt;
        if (asked != null && !Instants.isBefore(now, Instants.plus(asked.began, terms.requestTimeout()))) {
            failAttempt();
        } else if (asked != null && !asked.wide && !Instants.isBefore(now, patience(asked))) {
            askTheOthers(asked);
        }
        if (campaigning && attempt == null && held == null && leaving == null && !sighting.isLive()) {
            Optional<String> objection = electorate.objection(now);
            trouble(objection);
            if (objection.isEmpty() && !Instants.isBefore(now, nextAttempt)) {
                if (voter.isPromised(election, now)) {
                    // Asking now would only stand in the way of whoever has it.
                    backOff();
                } else {
                    begin();
                }
            }
        }
    }

    long wakeAt() {
        long wake = Instants.earlier(sighting.wakeAt(now), electorate.wakeAt(now));
        if (leaving != null) {
            wake = Instants.earlier(wake, leaving.at());
        }
        if (held != null) {
            wake = Instants.earlier(wake, Instants.earlier(held.nextRenewal, held.term.othersFrom()));
        }
        if (attempt != null) {
            wake = Instants.earlier(wake, Instants.plus(attempt.began, terms.requestTimeout()));
            wake = attempt.wide ? wake : Instants.earlier(wake, patience(attempt));
        } else if (campaigning && held == null && Instants.isBefore(now, nextAttempt)) {
            wake = Instants.earlier(wake, nextAttempt);
        }
        return wake;
    }

    private long patience(Attempt asked) {
        return Instants.plus(asked.began, terms.renewInterval().dividedBy(PATIENCE));
    }

    private void begin() {
        Epoch known = highest.max(sighting.epoch()).max(voter.highest(election));
        Epoch next = quorum == Quorum.MAJORITY ? known.next() : SidedEpochs.next(known, self.id());
        Attempt asking = new Attempt(LeaseToken.random(chance), next, now);
        attempt = asking;
        Member first = electorate.voters().get(0);
        send(first, new Ask(election, asking.token, asking.epoch, terms.lease()));
    }

    private void askTheOthers(Attempt asking) {
        if (!asking.wide) {
            asking.wide = true;
            List<Member> voters = electorate.voters();
            voters.stream()
                    .skip(1)
                    .forEach(member -> send(member, new Ask(election, asking.token, asking.epoch, terms.lease())));
        }
    }

    private void win(Attempt won) {
        attempt = null;
        Term term = term(won.began);
        if (!Instants.isBefore(now, term.certainUntil())) {
            sendAll(new Cancel(election, won.token));
            backOff();
            return;
        }
        campaigning = false;
        highest = highest.max(won.epoch);
        Held mine = new Held(Objects.requireNonNull(entry), won.token, won.epoch, term);
        held = mine;
        tell(new Granted(won.epoch, term));
        renew(mine);
    }

    private Term term(long sent) {
        long othersFrom = Instants.plus(sent, terms.lease());
        return new Term(othersFrom - terms.margin().toNanos(), othersFrom);
    }

    private void renew(Held mine) {
        mine.nextRenewal = Instants.plus(now, terms.renewInterval());
        sendAll(new Renew(leaderOf(mine), mine.token, mine.renew(now), terms.lease()));
    }

    private void failAttempt() {
        giveUpAttempt();
        backOff();
    }

    private void backOff() {
        double interval = terms.renewInterval().toNanos();
        nextAttempt = now + (long) (interval * BACKOFF * (0.2 + 0.8 * chance.nextDouble()));
    }

    private void giveUpAttempt() {
        Attempt failed = attempt;
        if (failed != null) {
            attempt = null;
            sendAll(new Cancel(election, failed.token));
        }
    }

    private void loseWhatLapsed() {
        Held mine = held;
        if (mine != null && !Instants.isBefore(now, mine.term.othersFrom())) {
            lose(mine);
        }
    }

    private void lose(Held mine) {
        held = null;
        campaigning = false;
        tell(new Lost(mine.epoch));
        sighting.lapsed(mine.token).ifPresent(this::tell);
    }

    private Leader leaderOf(Held mine) {
        return new Leader(election, mine.holder.self(), mine.epoch, mine.holder.endpoints());
    }

    // ---- telling

    private void trouble(Optional<String> objection) {
        if (objection.isPresent() && !troubled) {
            troubled = true;
            Alarm.Kind kind = electorate.isDuplicate() ? Alarm.Kind.DUPLICATE_NODE_ID : Alarm.Kind.UNREACHABLE;
            tell(new Trouble(new Alarm(kind, objection.get())));
        } else if (objection.isEmpty() && troubled) {
            troubled = false;
            tell(new Trouble(new Alarm(Alarm.Kind.REACHABLE, "enough voters are here again")));
        }
    }

    private void cannotWrite() {
        tell(new Trouble(new Alarm(
                Alarm.Kind.STATE_NOT_WRITABLE, "the state file cannot be written, so this node does not vote")));
    }

    private void tell(ElectorEvent event) {
        if (entry != null) {
            effects.accept(new RegistryEffect.Tell(election, event));
        }
    }

    private void send(Member to, RegistryMessage message) {
        effects.accept(new RegistryEffect.Send(to, message));
    }

    private void sendAll(RegistryMessage message) {
        electorate.members().forEach(member -> send(member, message));
    }
}
