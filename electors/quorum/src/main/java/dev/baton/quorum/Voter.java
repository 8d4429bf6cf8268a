// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this node has promised to candidates. Confined to the lane of its {@link Voting}. Invariants:
 *
 * <ol>
 *   <li>Per election, one attempt has its promise at a time, for a lease counted on this node's own clock from when the
 *       promise was given; it ends earlier only if its holder says so or is proven to be gone.
 *   <li>An epoch is promised once, and only above every earlier one; it is durable before anyone hears of the promise. A
 *       promise that is {@link #batchOf in a batch} is told after that batch was {@link #written}.
 *   <li>After a start nothing is promised until every promise of an earlier start has run out. So that the next start
 *       knows, a lease that is longer than any before is durable before it is promised, be its epoch new or not.
 * </ol>
 */
final class Voter {
    private static final int REMEMBERED = 3 * Bounds.MAX_ELECTIONS;

    private final EpochMemory memory;
    private final Supplier<Epoch> floor;
    private final long abstainsUntil;
    private final Map<ElectionName, Promised> promises = new HashMap<>();
    /** Attempts that are over, since a question may be overtaken by its own cancellation. */
    private final RecentSet<LeaseToken> over = new RecentSet<>(REMEMBERED);

    /** Promises that may not be durable, the last one last. */
    private final Deque<Undo> undo = new ArrayDeque<>();

    private record Promised(Node holder, LeaseToken token, long until) {
        boolean isLive(long now) {
            return MonotonicTime.isBefore(now, until);
        }
    }

    /** What to go back to if a promise cannot be made durable. */
    private record Undo(
            ElectionName election,
            LeaseToken token,
            @Nullable Promised before,
            long batch) {}

    /** @param floor no epoch up to this one is promised */
    Voter(VoterState remembered, Supplier<Epoch> floor, long abstainsUntil) {
        this.memory = new EpochMemory(remembered);
        this.floor = floor;
        this.abstainsUntil = abstainsUntil;
    }

    /** The highest epoch that can no longer be promised. */
    Epoch highest(ElectionName election) {
        return memory.highest(election).max(floor.get());
    }

    /** The highest epoch that was promised in any election. */
    Epoch highest() {
        return memory.highest().max(floor.get());
    }

    /** The highest epoch that was promised in an election. */
    Epoch promised(ElectionName election) {
        return memory.highest(election);
    }

    /** Remembers an epoch as if it had been promised. */
    void remember(ElectionName election, Epoch epoch) {
        if (epoch.isAfter(memory.highest(election)) && memory.takes(election)) {
            memory.raise(election, epoch, Duration.ZERO);
        }
    }

    // ---- what must be durable

    /** The batch that must be durable before a promise in this election is told. */
    OptionalLong batchOf(ElectionName election) {
        return memory.batchOf(election);
    }

    /** What is to be made durable since the last time. */
    Optional<VotingEffect.Persist> toPersist() {
        return memory.hasChanged() ? Optional.of(memory.take()) : Optional.empty();
    }

    /** A batch has become durable. Returns false if it was given up before. */
    boolean written(long batch) {
        if (!memory.isOnItsWay(batch)) {
            return false;
        }
        memory.written(batch);
        undo.removeIf(step -> step.batch() <= batch);
        return true;
    }

    /**
     * A batch could not be made durable. Those behind it are given up as well, since they may go on from its promises.
     * Returns false if it was given up before.
     */
    boolean failed(long batch) {
        if (!memory.isOnItsWay(batch)) {
            return false;
        }
        for (Undo step = undo.pollLast(); step != null; step = undo.pollLast()) {
            Promised present = promises.get(step.election());
            Promised before = step.before();
            if (present == null || !present.token().equals(step.token())) {
                continue; // It was dropped in the meantime, or replaced by one that is undone already.
            }
            if (before == null) {
                promises.remove(step.election());
            } else {
                promises.put(step.election(), before);
            }
        }
        memory.forgetUnwritten();
        return true;
    }

    private void promise(ElectionName election, Promised promise) {
        OptionalLong batch = memory.batchOf(election);
        if (batch.isPresent()) {
            undo.add(new Undo(election, promise.token(), promises.get(election), batch.getAsLong()));
        }
        promises.put(election, promise);
    }

    /** Until when nothing is promised, since an earlier start may have. */
    long abstainsUntil() {
        return abstainsUntil;
    }

    /** Whether a candidate has this voter's promise. */
    boolean isPromised(ElectionName election, long now) {
        Promised promise = promises.get(election);
        return promise != null && promise.isLive(now);
    }

    /** Until when a promise of this voter may hold, given so far or by an earlier start; {@code now} if none does. */
    long promisedUntil(long now) {
        long until = MonotonicTime.later(now, abstainsUntil);
        for (Promised promise : promises.values()) {
            until = MonotonicTime.later(until, promise.until());
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
        return MonotonicTime.isBefore(now, abstainsUntil) ? Optional.of(Answer.ABSTAINS) : Optional.empty();
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
        memory.raise(ask.election(), ask.epoch(), ask.lease());
        promise(ask.election(), new Promised(candidate, ask.token(), MonotonicTime.plus(now, ask.lease())));
        return Answer.PROMISED;
    }

    /** Promises a leader another lease. Also to one that won without this voter: it has a majority for its epoch. */
    boolean renew(Node leader, Renew renew, long now) {
        Promised promise = promises.get(renew.election());
        if (MonotonicTime.isBefore(now, abstainsUntil)) {
            return false;
        }
        if (!Bounds.allow(renew.epoch()) || !Bounds.allow(renew.lease()) || isOneTooMany(renew.election())) {
            return false;
        }
        if (over.contains(renew.token())
                || (promise != null && promise.isLive(now) && !promise.token().equals(renew.token()))) {
            return false;
        }
        if (renew.epoch().isAfter(highest(renew.election())) || renew.lease().compareTo(memory.longestLease()) > 0) {
            memory.raise(renew.election(), renew.epoch(), renew.lease());
        }
        promise(renew.election(), new Promised(leader, renew.token(), MonotonicTime.plus(now, renew.lease())));
        return true;
    }

    private boolean isOneTooMany(ElectionName election) {
        return !promises.containsKey(election) && (promises.size() >= Bounds.MAX_ELECTIONS || !memory.takes(election));
    }

    /** The holder no longer needs the promise. */
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
