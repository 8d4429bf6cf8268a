// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Leader;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseState.Held;
import java.time.Duration;
import java.util.Optional;

/** What the answer to a request means, and when to ask again. Part of {@link LeaseRules}, and confined like them. */
final class LeaseAnswers {
    /** Releasing is tried this often; after that the lease lapses by itself. */
    static final int MAX_RELEASE_TRIES = 3;

    private final ElectionEntry entry;
    private final LeaseTerms terms;
    private final LeaseState state;
    private final ClaimRules claims;
    private final ObservedExpiry expiry;
    private final LeaseBackoff pauses;
    private final LeaseAlarms alarms;

    LeaseAnswers(
            ElectionEntry entry,
            LeaseTerms terms,
            LeaseState state,
            ClaimRules claims,
            ObservedExpiry expiry,
            LeaseBackoff pauses,
            LeaseAlarms alarms) {
        this.entry = entry;
        this.terms = terms;
        this.state = state;
        this.claims = claims;
        this.expiry = expiry;
        this.pauses = pauses;
        this.alarms = alarms;
    }

    /** @param sent when {@code request}, which is answered, had left */
    void learn(Optional<LeaseRow> found, LeaseRequest request, long sent) {
        if (state.giving != null && request instanceof LeaseRequest.Release) {
            state.gaveBack(state.giving);
        }
        if (found.isEmpty()) {
            learnNothingThere(request);
        } else {
            learn(found.get(), request, sent);
        }
    }

    private void learn(LeaseRow row, LeaseRequest request, long sent) {
        boolean back = alarms.wentBack(row, state.floor);
        alarms.holder(row, sent, state.now);
        state.floor = state.floor.max(row.epoch());
        LeaseToken token = state.attempts.current();
        if (state.giving != null || (state.leaving && token != null)) {
            // The answer to a request from before: whatever it says, the lease is to be given back.
            state.lookNow();
            return;
        }
        Held held = state.held;
        boolean mine = row.token().equals(token)
                && row.holder().equals(entry.self())
                && (held == null || held.epoch().equals(row.epoch()));
        if (mine && row.isLive()) {
            hold(row, sent);
        } else if (held != null) {
            if (row.token().equals(token) && row.epoch().equals(held.epoch()) && !row.released()) {
                alarms.lapsedEarly(held.validity(), state.now);
            }
            state.lose(held);
            observe(row, back, request);
        } else {
            if (mine || request instanceof LeaseRequest.Acquire) {
                // Refused, or won and lapsed before it could be used: the next attempt is a new one.
                state.attempts.giveUp();
            }
            observe(row, back, request);
        }
    }

    private void learnNothingThere(LeaseRequest request) {
        alarms.rowMissing(state.floor);
        if (state.held != null) {
            state.lose(state.held);
        }
        if (state.giving != null) {
            // It went with the row, before it could be given back.
            state.gaveBack(state.giving);
        }
        state.attempts.forget();
        state.seen = null;
        state.tell(new Vacant(Vacancy.fresh()));
        state.lookAgainIn(state.campaigning ? pauses.beforeAttempt(request) : terms.renewInterval());
    }

    private void hold(LeaseRow row, long sent) {
        Validity validity = terms.validity(sent, row.remaining());
        boolean isNew = state.held == null;
        state.seen = null;
        state.vacant = null;
        state.gone = null;
        pauses.led();
        state.held = new Held(row.epoch(), validity);
        state.nextAt = pauses.renewalAfter(sent);
        if (isNew) {
            state.campaigning = false;
            claims.granted();
            state.tell(new Granted(row.epoch(), validity));
        } else {
            state.tell(new Extended(row.epoch(), validity));
        }
        claims.seenBy(row).ifPresent(state::tell);
    }

    /** A row of a lease that this contest does not hold. */
    private void observe(LeaseRow row, boolean back, LeaseRequest request) {
        if (!row.isLive()) {
            observeVacancy(row, back, request);
        } else if (row.holder().equals(entry.self())) {
            observeOwn(row);
        } else {
            observeForeign(row, request);
        }
    }

    private void observeForeign(LeaseRow row, LeaseRequest request) {
        if (state.gone != null && state.gone.token().equals(row.token())) {
            // Still the row of a holder that is gone: the next attempt presents the proof.
            state.lookAgainIn(state.campaigning ? pauses.beforeAttempt(request) : pauses.jitter());
            return;
        }
        state.gone = null;
        state.seen = row;
        state.vacant = null;
        pauses.led();
        state.tell(new LeaderSeen(row.leader()));
        expiry.read(row.remaining(), state.now);
        Duration pause = pauses.untilExpiry(row.remaining());
        state.lookAgainIn(
                claims.isDue(row, state.now) ? LeaseBackoff.shorter(pause, claims.pause(request, terms)) : pause);
    }

    private void observeVacancy(LeaseRow row, boolean back, LeaseRequest request) {
        state.seen = null;
        state.gone = null;
        state.vacant = row;
        Vacancy.Cause cause = row.released() ? Vacancy.Cause.RELEASED : Vacancy.Cause.EXPIRED;
        Leader former = row.leader();
        // Of a store that went back, the former leader is older news than what is known.
        state.tell(new Vacant(
                back ? Vacancy.fresh() : new Vacancy(Optional.of(former), cause, row.successor(), silence(row))));
        state.lookAgainIn(state.campaigning ? pauses.beforeAttempt(request) : pauses.whileVacant());
    }

    /** Since it was given back or, if it ran out, since its last renewal: all of the nodes have the same lease. */
    private Duration silence(LeaseRow over) {
        Duration since = over.remaining().negated();
        Duration silence = over.released() ? since : since.plus(terms.lease());
        return silence.isNegative() ? Duration.ZERO : silence;
    }

    /** A lease of this node that this contest does not hold. */
    private void observeOwn(LeaseRow row) {
        if (state.attempts.turnedUp(row.token())) {
            state.lookNow();
        } else {
            // One that was lost or abandoned, perhaps kept alive by a renewal whose answer was lost: what ran under it
            // may not have stopped, so it has to lapse.
            state.lookAgainIn(pauses.untilExpiry(row.remaining()));
        }
    }

    /** There was no answer to {@code request}, or one of no use. */
    void failed(LeaseRequest request, Alarm.Kind kind, String why) {
        if (request instanceof LeaseRequest.Claim) {
            claims.failed(kind == Alarm.Kind.READ_ONLY, MonotonicTime.plus(state.now, terms.lease()));
        }
        alarms.failed(kind, why);
        if (state.giving != null && state.giving.tries() >= MAX_RELEASE_TRIES) {
            state.gaveBack(state.giving);
        }
        state.lookAgainIn(pauses.afterFailure(state.held != null || state.giving != null || expiry.isNear(state.now)));
    }
}
