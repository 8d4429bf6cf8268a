// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseState.Giving;
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
 *   <li>A lease that lapsed is lost, even if no other node took the row: the next one has a new epoch.
 *   <li>An attempt whose outcome is unknown is found out before it is given up, and given back if it won.
 * </ol>
 */
final class LeaseRules {
    private final ElectionEntry entry;
    private final LeaseTerms terms;
    private final LeaseState state;
    private final LeaseAnswers answers;
    private final ObservedExpiry expiry;
    private final ClaimRules claims;
    private final LeaseBackoff pauses;
    private final LeaseAlarms alarms;

    private Priority priority = Priority.DEFAULT;
    private int calls;
    private @Nullable Call underWay;
    /**
     * The row may have changed after the request under way was served, or after the last one. If that one saw a holder, the
     * row is only looked at: the candidate is about to withdraw, and the change may be a hand-over to another node.
     */
    private boolean nudged;

    /** A request that was sent and not answered yet. */
    private record Call(int number, LeaseRequest request, long sent) {}

    LeaseRules(ElectionEntry entry, LeaseTerms terms, RandomGenerator chance, long now) {
        this.entry = entry;
        this.terms = terms;
        this.state = new LeaseState(chance, now);
        this.pauses = new LeaseBackoff(terms, chance);
        this.alarms = new LeaseAlarms(entry, terms, alarm -> state.tell(new Trouble(alarm)), now);
        this.claims = new ClaimRules(entry.self().id(), now);
        this.expiry = new ObservedExpiry(terms, now);
        this.answers = new LeaseAnswers(entry, terms, state, claims, expiry, pauses, alarms);
    }

    // ---- what can happen

    /** This node could lead with this priority, or could not. */
    List<LeaseEffect> ready(Optional<Priority> with, long at) {
        state.now = at;
        claims.ready(with);
        if (claims.isDue(state.claimable(), at)) {
            state.lookNow();
        }
        return finish();
    }

    List<LeaseEffect> campaign(Priority with, long at) {
        state.now = at;
        priority = with;
        state.campaigning = true;
        state.lookNow();
        return finish();
    }

    List<LeaseEffect> withdraw(long at) {
        state.now = at;
        state.campaigning = false;
        return finish();
    }

    List<LeaseEffect> release(Epoch epoch, Optional<NodeId> successor, long at) {
        state.now = at;
        if (state.holds(epoch)) {
            state.giving = new Giving(Optional.of(epoch), successor, 0);
            state.held = null;
            state.lookNow();
        } else {
            // Lost in the meantime: there is nothing to give back.
            state.tell(new Released(epoch));
        }
        state.campaigning = false;
        return finish();
    }

    List<LeaseEffect> abandon(Epoch epoch, long at) {
        state.now = at;
        if (state.holds(epoch)) {
            state.forget();
        }
        state.campaigning = false;
        return finish();
    }

    /** Leaves the contest; {@link #isDone()} once an unfinished attempt is found out. */
    List<LeaseEffect> leave(long at) {
        state.now = at;
        state.leaving = true;
        state.campaigning = false;
        if (state.held != null) {
            state.forget();
        }
        state.lookNow();
        return finish();
    }

    boolean isDone() {
        return state.leaving && state.attempts.current() == null && underWay == null;
    }

    /** The row may have changed: look now rather than later. */
    List<LeaseEffect> nudge(long at) {
        state.now = at;
        if (state.held == null) {
            state.lookNow();
            nudged = true;
        }
        return finish();
    }

    /** The lease that was read last is said to have been renewed, so that it lasts until {@code until}. */
    List<LeaseEffect> holderRenewed(LeaseToken holder, long until, long at) {
        state.now = at;
        LeaseRow row = state.claimable();
        if (row != null && row.token().equals(holder) && isOnlyWaitingForExpiryOf(row) && expiry.heard(until, at)) {
            state.nextAt = MonotonicTime.plus(expiry.until(), pauses.jitter());
        }
        return finish();
    }

    /** Renewals of other elections leave in a moment: a look that is due before the next ones goes with them. */
    List<LeaseEffect> joinRenewals(long at) {
        state.now = at;
        LeaseRow row = state.claimable();
        if (row != null
                && isOnlyWaitingForExpiryOf(row)
                && MonotonicTime.isBefore(state.nextAt, MonotonicTime.plus(at, terms.renewInterval()))) {
            state.lookNow();
        }
        return finish();
    }

    /** Nothing is asked or claimed, no trouble is to be cleared up, and it is no holder that has this node's id. */
    private boolean isOnlyWaitingForExpiryOf(LeaseRow row) {
        return underWay == null
                && !state.campaigning
                && !state.leaving
                && state.attempts.current() == null
                && !alarms.isTroubled()
                && !claims.isDue(row, state.now)
                && !row.holder().id().equals(entry.self().id());
    }

    /** The process of a holder is proven to be gone, so its lease may be taken before it expires. */
    List<LeaseEffect> holderGone(Node holder, long at) {
        state.now = at;
        LeaseRow seen = state.seen;
        if (state.held == null && seen != null && seen.holder().equals(holder) && !seen.equals(state.gone)) {
            state.gone = seen;
            state.tell(new Vacant(new Vacancy(Optional.of(seen.leader()), Vacancy.Cause.GONE, Optional.empty())));
        }
        return finish();
    }

    /** A holder that was considered gone answers, so its lease is waited for after all. */
    List<LeaseEffect> holderAnswers(Node holder, long at) {
        state.now = at;
        LeaseRow gone = state.gone;
        if (gone != null && gone.holder().equals(holder)) {
            state.seen = gone;
            state.gone = null;
            state.tell(new LeaderSeen(gone.leader()));
            state.lookNow();
        }
        return finish();
    }

    List<LeaseEffect> answered(int answeredCall, LeaseReply reply, long at) {
        state.now = at;
        state.loseWhatLapsed();
        Call call = underWay;
        if (call != null && answeredCall == call.number()) {
            underWay = null;
            if (reply instanceof Answered answer) {
                alarms.recovered();
                claims.answered();
                answers.learn(answer.row(), call.request(), call.sent());
                if (nudged && state.held == null) {
                    state.lookNow();
                }
            } else if (reply instanceof Failed failure) {
                Alarm.Kind kind = failure.readOnly() ? Alarm.Kind.READ_ONLY : Alarm.Kind.UNREACHABLE;
                answers.failed(call.request(), kind, failure.why());
            }
        }
        return finish();
    }

    List<LeaseEffect> tick(long at) {
        state.now = at;
        return finish();
    }

    // ---- what follows from the state and the time

    long wakeAt() {
        Call call = underWay;
        long wake = call == null ? state.nextAt : answerDue(call);
        return state.held == null
                ? wake
                : MonotonicTime.earlier(wake, state.held.validity().othersFrom());
    }

    private long answerDue(Call call) {
        return MonotonicTime.plus(call.sent(), terms.requestTimeout());
    }

    private List<LeaseEffect> finish() {
        Call call = underWay;
        if (call != null && !MonotonicTime.isBefore(state.now, answerDue(call))) {
            underWay = null;
            answers.failed(
                    call.request(),
                    Alarm.Kind.UNREACHABLE,
                    "no answer from the lease store within "
                            + terms.requestTimeout().toMillis() + " ms");
        }
        state.loseWhatLapsed();
        if (underWay == null && !isDone() && !MonotonicTime.isBefore(state.now, state.nextAt)) {
            send();
        }
        return state.drain();
    }

    private void send() {
        LeaseRequest next = next();
        if (next == null) {
            state.nextAt = MonotonicTime.never(state.now);
            return;
        }
        calls++;
        underWay = new Call(calls, next, state.now);
        nudged = false;
        state.send(calls, next);
    }

    private @Nullable LeaseRequest next() {
        LeaseToken mine = state.attempts.current();
        Giving giving = state.giving;
        if (giving != null && mine != null) {
            state.giving = new Giving(giving.epoch(), giving.successor(), giving.tries() + 1);
            return new LeaseRequest.Release(entry.election(), mine, giving.successor());
        }
        if (state.held != null && mine != null) {
            return new LeaseRequest.Renew(entry.election(), mine, terms.lease());
        }
        if (mine != null && !state.campaigning) {
            // The attempt is no longer wanted, and may have won.
            state.giving = new Giving(Optional.empty(), Optional.empty(), 1);
            return new LeaseRequest.Release(entry.election(), mine, Optional.empty());
        }
        LeaseToken orphan = state.attempts.takeOrphan();
        if (orphan != null) {
            return new LeaseRequest.Release(entry.election(), orphan, Optional.empty());
        }
        if (state.campaigning && !(nudged && state.claimable() != null)) {
            return new LeaseRequest.Acquire(
                    entry,
                    state.attempts.currentOrNew(),
                    state.floor,
                    terms.lease(),
                    Optional.ofNullable(state.gone).map(LeaseRow::token),
                    claims.holdingPriority(priority, state.vacant));
        }
        if (state.leaving) {
            return null;
        }
        LeaseRow foreign = state.claimable();
        return foreign != null && claims.isDue(foreign, state.now)
                ? claims.claim(entry, foreign, terms.claimLength())
                : new LeaseRequest.Read(entry.election());
    }
}
