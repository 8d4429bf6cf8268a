// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Alarm;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Entry;
import dev.baton.spi.Instants;
import dev.baton.spi.Priority;
import dev.baton.spi.Term;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseReply.Failed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one contest for a lease: what happened goes in, what is to be done comes out. Knows no thread, clock or
 * store, and is confined to the elector's lane.
 *
 * <p>What it keeps:
 *
 * <ol>
 *   <li>At most one request is under way. An answer that comes after its timeout is not used; the next request, with
 *       the same token, finds out what became of it.
 *   <li>A lease is held only on the evidence of a live row with the token of this contest's own attempt, and only for
 *       the time that the row says, counted from before the request left.
 *   <li>A lease that lapsed is lost, also if the row was not taken by anybody else: the next one has a new epoch.
 *   <li>An attempt whose outcome is unknown is found out before it is given up, and given back if it won.
 * </ol>
 */
final class LeaseRules {
    /** Attempts that were given up on are remembered for so long; an older one has long lapsed. */
    private static final int REMEMBERED_ATTEMPTS = 16;
    /** Releasing is tried this often; after that the lease lapses by itself. */
    static final int RELEASE_TRIES = 3;

    private final Entry entry;
    private final LeaseTerms terms;
    private final RandomGenerator chance;
    private final List<LeaseEffect> effects = new ArrayList<>();

    private long now;
    private boolean campaigning;
    private Priority priority = Priority.DEFAULT;
    private boolean leaving;
    /** The attempt that is held, or whose outcome is unknown. */
    private @Nullable LeaseToken token;

    private @Nullable Held held;
    private @Nullable Giving giving;
    private Epoch floor = Epoch.NONE;
    private final Deque<LeaseToken> givenUp = new ArrayDeque<>(1);
    private @Nullable LeaseToken orphan;

    /** The live row that was read last, and the one among these whose holder is proven to be gone. */
    private @Nullable LeaseRow seen;

    private @Nullable LeaseRow gone;
    private final SeenExpiry expiry;
    private final ClaimRules claims;
    /** The row of the present vacancy, if there was one. */
    private @Nullable LeaseRow vacant;

    private final LeasePauses pauses;
    private final LeaseAlarms alarms;

    private int call;
    private boolean underWay;
    /** The row may have changed after the request under way was served. */
    private boolean nudged;

    private long sent;
    private @Nullable LeaseRequest request;
    private long nextAt;

    LeaseRules(Entry entry, LeaseTerms terms, RandomGenerator chance, long now) {
        this.entry = entry;
        this.terms = terms;
        this.chance = chance;
        this.pauses = new LeasePauses(terms, chance);
        this.alarms = new LeaseAlarms(entry, terms, alarm -> tell(new Trouble(alarm)), now);
        this.claims = new ClaimRules(entry.self().id(), now);
        this.expiry = new SeenExpiry(terms, now);
        this.nextAt = now;
    }

    /** A lease that this contest holds. */
    private record Held(Epoch epoch, Term term) {}

    /** A lease that is being given back. */
    private record Giving(Optional<Epoch> epoch, Optional<NodeId> successor, int tries) {}

    // ---- what can happen

    /** This node could lead with this priority, or could not. */
    List<LeaseEffect> ready(Optional<Priority> with, long at) {
        now = at;
        claims.ready(with);
        if (claims.isDue(claimable(), now)) {
            nextAt = now;
        }
        return finish();
    }

    List<LeaseEffect> campaign(Priority with, long at) {
        now = at;
        priority = with;
        campaigning = true;
        nextAt = now;
        return finish();
    }

    List<LeaseEffect> withdraw(long at) {
        now = at;
        campaigning = false;
        return finish();
    }

    List<LeaseEffect> release(Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        if (held != null && held.epoch().equals(epoch)) {
            giving = new Giving(Optional.of(epoch), successor, 0);
            held = null;
            nextAt = now;
        } else {
            // Lost in the meantime: there is nothing to give back.
            tell(new Released(epoch));
        }
        campaigning = false;
        return finish();
    }

    List<LeaseEffect> abandon(Epoch epoch, long at) {
        now = at;
        if (held != null && held.epoch().equals(epoch)) {
            forget();
        }
        campaigning = false;
        return finish();
    }

    /** Leaves the contest; {@link #isDone()} once an unfinished attempt is found out. */
    List<LeaseEffect> leave(long at) {
        now = at;
        leaving = true;
        campaigning = false;
        if (held != null) {
            forget();
        }
        nextAt = now;
        return finish();
    }

    boolean isDone() {
        return leaving && token == null && !underWay;
    }

    /** The row may have changed: look now rather than later. */
    List<LeaseEffect> nudge(long at) {
        now = at;
        if (held == null) {
            nextAt = now;
            nudged = underWay;
        }
        return finish();
    }

    /** The lease that was read last is said to have been renewed, so that it lasts until {@code until}. */
    List<LeaseEffect> holderRenewed(LeaseToken holder, long until, long at) {
        now = at;
        LeaseRow row = claimable();
        if (row != null && row.token().equals(holder) && isOnlyWaitingForExpiryOf(row) && expiry.heard(until, now)) {
            nextAt = Instants.plus(expiry.until(), pauses.jitter());
        }
        return finish();
    }

    /** Renewals of other elections leave in a moment: a look that is due before the next ones goes with them. */
    List<LeaseEffect> joinRenewals(long at) {
        now = at;
        LeaseRow row = claimable();
        if (row != null
                && isOnlyWaitingForExpiryOf(row)
                && Instants.isBefore(nextAt, Instants.plus(now, terms.renewInterval()))) {
            nextAt = now;
        }
        return finish();
    }

    /** Nothing is asked or claimed, no trouble is to be cleared up, and it is no holder that has this node's id. */
    private boolean isOnlyWaitingForExpiryOf(LeaseRow row) {
        return !underWay
                && !campaigning
                && !leaving
                && token == null
                && !alarms.isTroubled()
                && !claims.isDue(row, now)
                && !row.holder().id().equals(entry.self().id());
    }

    /** The process of a holder is proven to be gone, so its lease may be taken before it expires. */
    List<LeaseEffect> holderGone(Node holder, long at) {
        now = at;
        if (held == null && seen != null && seen.holder().equals(holder) && !seen.equals(gone)) {
            gone = seen;
            tell(new Vacant(new Vacancy(Optional.of(seen.leader()), Vacancy.Cause.GONE, Optional.empty())));
        }
        return finish();
    }

    /** A holder that was taken for gone answers, so its lease is waited for after all. */
    List<LeaseEffect> holderAnswers(Node holder, long at) {
        now = at;
        if (gone != null && gone.holder().equals(holder)) {
            seen = gone;
            gone = null;
            tell(new LeaderSeen(seen.leader()));
            nextAt = now;
        }
        return finish();
    }

    List<LeaseEffect> answered(int answeredCall, LeaseReply reply, long at) {
        now = at;
        loseWhatLapsed();
        if (underWay && answeredCall == call) {
            underWay = false;
            if (reply instanceof Answered answer) {
                alarms.recovered();
                claims.answered();
                learn(answer.row());
                if (nudged && held == null) {
                    nextAt = now;
                }
            } else if (reply instanceof Failed failure) {
                failed(failure.readOnly() ? Alarm.Kind.READ_ONLY : Alarm.Kind.UNREACHABLE, failure.why());
            }
        }
        return finish();
    }

    List<LeaseEffect> tick(long at) {
        now = at;
        return finish();
    }

    // ---- what follows from the state and the time

    long wakeAt() {
        long wake = underWay ? Instants.plus(sent, terms.requestTimeout()) : nextAt;
        return held == null ? wake : Instants.earlier(wake, held.term().othersFrom());
    }

    private List<LeaseEffect> finish() {
        if (underWay && !Instants.isBefore(now, Instants.plus(sent, terms.requestTimeout()))) {
            underWay = false;
            failed(
                    Alarm.Kind.UNREACHABLE,
                    "no answer from the lease store within "
                            + terms.requestTimeout().toMillis() + " ms");
        }
        loseWhatLapsed();
        if (!underWay && !isDone() && !Instants.isBefore(now, nextAt)) {
            send();
        }
        List<LeaseEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    private void loseWhatLapsed() {
        if (held != null && !Instants.isBefore(now, held.term().othersFrom())) {
            lose(held);
        }
    }

    private void send() {
        LeaseRequest next = next();
        if (next == null) {
            nextAt = Instants.never(now);
            return;
        }
        sent = now;
        request = next;
        underWay = true;
        nudged = false;
        call++;
        effects.add(new LeaseEffect.Send(call, next));
    }

    private @Nullable LeaseRequest next() {
        LeaseToken mine = token;
        if (giving != null && mine != null) {
            giving = new Giving(giving.epoch(), giving.successor(), giving.tries() + 1);
            return new LeaseRequest.Release(entry.election(), mine, giving.successor());
        }
        if (held != null && mine != null) {
            return new LeaseRequest.Renew(entry.election(), mine, terms.lease());
        }
        if (mine != null && !campaigning) {
            // The attempt is not wanted any more, and may have won.
            giving = new Giving(Optional.empty(), Optional.empty(), 1);
            return new LeaseRequest.Release(entry.election(), mine, Optional.empty());
        }
        if (orphan != null) {
            LeaseToken lost = orphan;
            orphan = null;
            return new LeaseRequest.Release(entry.election(), lost, Optional.empty());
        }
        if (campaigning) {
            if (mine == null) {
                mine = LeaseToken.random(chance);
                token = mine;
            }
            return new LeaseRequest.Acquire(
                    entry,
                    mine,
                    floor,
                    terms.lease(),
                    Optional.ofNullable(gone).map(LeaseRow::token),
                    claims.holdingPriority(priority, vacant));
        }
        if (leaving) {
            return null;
        }
        LeaseRow foreign = claimable();
        return foreign != null && claims.isDue(foreign, now)
                ? claims.claim(entry, foreign, terms.claimLength())
                : new LeaseRequest.Read(entry.election());
    }

    /** The live row of a holder that is not known to be gone. */
    private @Nullable LeaseRow claimable() {
        return held == null && gone == null ? seen : null;
    }

    // ---- what an answer means

    private void learn(Optional<LeaseRow> found) {
        if (giving != null && request instanceof LeaseRequest.Release) {
            gaveBack(giving);
        }
        if (found.isEmpty()) {
            learnNothingThere();
            return;
        }
        LeaseRow row = found.get();
        boolean back = alarms.wentBack(row, floor);
        alarms.holder(row, sent, now);
        floor = floor.max(row.epoch());
        if (giving != null || (leaving && token != null)) {
            // The answer to a request from before: whatever it says, the lease is to be given back.
            nextAt = now;
            return;
        }
        boolean mine = row.token().equals(token)
                && row.holder().equals(entry.self())
                && (held == null || held.epoch().equals(row.epoch()));
        if (mine && row.isLive()) {
            hold(row);
        } else if (held != null) {
            if (row.token().equals(token) && row.epoch().equals(held.epoch()) && !row.released()) {
                alarms.lapsedEarly(held.term(), now);
            }
            lose(held);
            observe(row, back);
        } else {
            if (mine || request instanceof LeaseRequest.Acquire) {
                // Refused, or won and lapsed before it could be used: the next attempt is a new one.
                giveUpOn(token);
                token = null;
            }
            observe(row, back);
        }
    }

    private void learnNothingThere() {
        alarms.rowMissing(floor);
        if (held != null) {
            lose(held);
        }
        if (giving != null) {
            // It went with the row, before it could be given back.
            gaveBack(giving);
        }
        token = null;
        tell(new Vacant(Vacancy.fresh()));
        lookAgainIn(campaigning ? pauses.beforeAttempt(request) : terms.renewInterval());
    }

    private void hold(LeaseRow row) {
        Term term = terms.term(sent, row.remaining());
        Held before = held;
        seen = null;
        vacant = null;
        gone = null;
        pauses.led();
        held = new Held(row.epoch(), term);
        nextAt = pauses.renewalAfter(sent);
        if (before == null) {
            campaigning = false;
            claims.granted();
            tell(new Granted(row.epoch(), term));
        } else {
            tell(new Extended(row.epoch(), term));
        }
        claims.seenBy(row).ifPresent(this::tell);
    }

    private void observe(LeaseRow row, boolean back) {
        Leader leader = row.leader();
        if (row.isLive()) {
            if (leader.node().equals(entry.self())) {
                observeOwn(row);
                return;
            }
            if (gone != null && gone.token().equals(row.token())) {
                // Still the row of a holder that is gone: the next attempt presents the proof.
                lookAgainIn(campaigning ? pauses.beforeAttempt(request) : pauses.jitter());
                return;
            }
            gone = null;
            seen = row;
            vacant = null;
            pauses.led();
            tell(new LeaderSeen(leader));
            expiry.read(row.remaining(), now);
            Duration pause = pauses.untilExpiry(row.remaining());
            lookAgainIn(claims.isDue(row, now) ? LeasePauses.shorter(pause, claims.pause(request, terms)) : pause);
        } else {
            seen = null;
            gone = null;
            vacant = row;
            Vacancy.Cause cause = row.released() ? Vacancy.Cause.RELEASED : Vacancy.Cause.EXPIRED;
            // Of a store that went back, the former leader is older news than what is known.
            tell(new Vacant(
                    back ? Vacancy.fresh() : new Vacancy(Optional.of(leader), cause, row.successor(), silence(row))));
            lookAgainIn(campaigning ? pauses.beforeAttempt(request) : pauses.whileVacant());
        }
    }

    /** Since it was given back or, if it ran out, since its last renewal: all of the nodes have the same lease. */
    private Duration silence(LeaseRow over) {
        Duration since = over.remaining().negated();
        Duration silence = over.released() ? since : since.plus(terms.lease());
        return silence.isNegative() ? Duration.ZERO : silence;
    }

    /** A lease of this node that this contest does not hold. */
    private void observeOwn(LeaseRow row) {
        if (givenUp.contains(row.token())) {
            // An attempt that arrived after it was given up on, or a second time.
            orphan = row.token();
            nextAt = now;
        } else {
            // One that was lost or abandoned, perhaps kept alive by a renewal whose answer was lost: what ran under it
            // may not have stopped, so it has to lapse.
            lookAgainIn(pauses.untilExpiry(row.remaining()));
        }
    }

    /** Remembers an attempt that nobody acts under, so that it can be given back should it turn up. */
    private void giveUpOn(@Nullable LeaseToken attempt) {
        if (attempt != null) {
            givenUp.addLast(attempt);
            if (givenUp.size() > REMEMBERED_ATTEMPTS) {
                givenUp.removeFirst();
            }
        }
    }

    /** The lease is given back, or was tried to be often enough. */
    private void gaveBack(Giving done) {
        giving = null;
        giveUpOn(token);
        token = null;
        effects.add(new LeaseEffect.GaveBack(done.epoch()));
        done.epoch().ifPresent(epoch -> tell(new Released(epoch)));
    }

    private void lose(Held lost) {
        forget();
        // What ran under the lost lease may not have stopped yet: whoever wants a new one asks again.
        campaigning = false;
        tell(new Lost(lost.epoch()));
        nextAt = now;
    }

    private void forget() {
        held = null;
        token = null;
    }

    // ---- trouble

    private void failed(Alarm.Kind kind, String why) {
        if (request instanceof LeaseRequest.Claim) {
            claims.failed(kind == Alarm.Kind.READ_ONLY, Instants.plus(now, terms.lease()));
        }
        alarms.failed(kind, why);
        if (giving != null && giving.tries() >= RELEASE_TRIES) {
            gaveBack(giving);
        }
        lookAgainIn(pauses.afterFailure(held != null || giving != null || expiry.isNear(now)));
    }

    private void lookAgainIn(Duration pause) {
        nextAt = Instants.plus(now, pause);
    }

    private void tell(ElectorEvent event) {
        if (!leaving) {
            effects.add(new LeaseEffect.Tell(event));
        }
    }
}
