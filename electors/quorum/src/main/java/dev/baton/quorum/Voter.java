// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.Instants;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this node has promised to candidates. Confined to the lane of its {@link Voting}. What it keeps:
 *
 * <ol>
 *   <li>Per election, one attempt has its promise at a time, for a lease counted on this node's own clock from when the
 *       promise was given; it ends earlier only if its holder says so or is proven to be gone.
 *   <li>An epoch is promised once, and only above every earlier one; it is on the disk before anyone hears of the
 *       promise. Promises are written together: one that {@link #isUnwritten} is said after {@link #write}.
 *   <li>After a start nothing is promised until every promise of an earlier start has run out. So that the next start
 *       knows, a lease that is longer than any before is on the disk before it is promised, be its epoch new or not.
 * </ol>
 */
final class Voter {
    private static final int REMEMBERED = 3 * Bounds.MOST_ELECTIONS;

    private final Ledger ledger;
    private final long abstainsUntil;
    private final Map<ElectionName, Promised> promises = new HashMap<>();
    /** Attempts that are over, since a question may be overtaken by its own cancellation. */
    private final Recent<LeaseToken> over = new Recent<>(REMEMBERED);

    private final Map<ElectionName, Epoch> unwritten = new HashMap<>();
    private Duration unwrittenLease = Duration.ZERO;
    /** What to go back to if they cannot be written, the last one first. */
    private final List<Runnable> undo = new ArrayList<>();

    private record Promised(Node holder, LeaseToken token, long until) {
        boolean isLive(long now) {
            return Instants.isBefore(now, until);
        }
    }

    Voter(Ledger ledger, long abstainsUntil) {
        this.ledger = ledger;
        this.abstainsUntil = abstainsUntil;
    }

    Epoch highest(ElectionName election) {
        return ledger.highest(election).max(unwritten.getOrDefault(election, Epoch.NONE));
    }

    /** Whether a promise in this election is not on the disk yet, and must not be told. */
    boolean isUnwritten(ElectionName election) {
        return unwritten.containsKey(election);
    }

    /** Makes what was promised last. Returns false, and takes it back, if that fails. */
    boolean write() {
        if (unwritten.isEmpty()) {
            return true;
        }
        boolean written = false;
        try {
            ledger.raise(Map.copyOf(unwritten), unwrittenLease);
            written = true;
        } catch (UnavailableException problem) {
            // The answers say so.
        } finally {
            // Also after an error.
            for (int i = undo.size() - 1; i >= 0 && !written; i--) {
                undo.get(i).run();
            }
            unwritten.clear();
            unwrittenLease = Duration.ZERO;
            undo.clear();
        }
        return written;
    }

    private void toBeWritten(ElectionName election, Epoch epoch, Duration lease) {
        unwritten.merge(election, epoch, Epoch::max);
        unwrittenLease = lease.compareTo(unwrittenLease) > 0 ? lease : unwrittenLease;
        Promised before = promises.get(election);
        undo.add(before == null ? () -> promises.remove(election) : () -> promises.put(election, before));
    }

    /** Until when nothing is promised, since an earlier start may have. */
    long abstainsUntil() {
        return abstainsUntil;
    }

    /** Whether somebody has this voter's promise. */
    boolean isPromised(ElectionName election, long now) {
        Promised promise = promises.get(election);
        return promise != null && promise.isLive(now);
    }

    /** Until when a promise of this voter may hold, given so far or by an earlier start; {@code now} if none does. */
    long promisedUntil(long now) {
        long until = Instants.later(now, abstainsUntil);
        for (Promised promise : promises.values()) {
            until = Instants.later(until, promise.until());
        }
        return until;
    }

    /** Whether this voter would promise, without promising anything. */
    Answer preVote(PreVote question, long now) {
        return objection(question.election(), question.lease(), now)
                .orElse(isPromised(question.election(), now) ? Answer.TAKEN : Answer.WILLING);
    }

    private Optional<Answer> objection(ElectionName election, Duration lease, long now) {
        if (!Bounds.allow(lease) || isOneTooMany(election)) {
            return Optional.of(Answer.REFUSED);
        }
        return Instants.isBefore(now, abstainsUntil) ? Optional.of(Answer.ABSTAINS) : Optional.empty();
    }

    Answer ask(Node candidate, Ask ask, long now) {
        Optional<Answer> objection = objection(ask.election(), ask.lease(), now);
        if (objection.isPresent()) {
            return objection.get();
        }
        if (!Bounds.allow(ask.epoch())) {
            return Answer.REFUSED;
        }
        if (over.contains(ask.token())) {
            return Answer.TAKEN;
        }
        Promised promise = promises.get(ask.election());
        if (promise != null && promise.isLive(now)) {
            return promise.token().equals(ask.token()) ? Answer.PROMISED : Answer.TAKEN;
        }
        if (!ask.epoch().isAfter(highest(ask.election()))) {
            return Answer.EPOCH_TOO_LOW;
        }
        toBeWritten(ask.election(), ask.epoch(), ask.lease());
        promises.put(ask.election(), new Promised(candidate, ask.token(), Instants.plus(now, ask.lease())));
        return Answer.PROMISED;
    }

    /** Promises a leader another lease. Also to one that won without this voter: it has a majority for its epoch. */
    boolean renew(Node leader, Renew renew, long now) {
        Promised promise = promises.get(renew.election());
        if (Instants.isBefore(now, abstainsUntil)) {
            return false;
        }
        if (!Bounds.allow(renew.epoch()) || !Bounds.allow(renew.lease()) || isOneTooMany(renew.election())) {
            return false;
        }
        if (over.contains(renew.token())
                || (promise != null && promise.isLive(now) && !promise.token().equals(renew.token()))) {
            return false;
        }
        if (renew.epoch().isAfter(highest(renew.election())) || renew.lease().compareTo(ledger.longestLease()) > 0) {
            toBeWritten(renew.election(), renew.epoch(), renew.lease());
        }
        promises.put(renew.election(), new Promised(leader, renew.token(), Instants.plus(now, renew.lease())));
        return true;
    }

    private boolean isOneTooMany(ElectionName election) {
        return !promises.containsKey(election)
                && (promises.size() >= Bounds.MOST_ELECTIONS || !ledger.takes(election, unwritten.keySet()));
    }

    /** The holder does not need the promise any more. */
    void drop(ElectionName election, LeaseToken token) {
        over.add(token);
        Promised promise = promises.get(election);
        if (promise != null && promise.token().equals(token)) {
            promises.remove(election);
        }
    }

    /** The process of a holder is proven to be gone. */
    void gone(Node holder) {
        promises.values().removeIf(promise -> promise.holder().equals(holder));
    }
}
