// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the voters, round by round, whether they have heard of a later term than the one that this member leads in. One
 * that has not, has not voted in a later one: so the next leader, which needs the vote of one of a majority, is elected
 * after its answer. Those who ask during a round wait for the next, which begins after they asked.
 *
 * <p>Not done by a linearizable read of Ratis: it answers at once, and asks no member, if the same commit index was
 * confirmed at any time before, and otherwise joins a round that may have begun before the question.
 */
final class Confirmations {
    static final Duration RETRY = Duration.ofMillis(50);

    /** What a round needs of the member; none of it blocks. */
    interface Group {
        /** The voters as of now. */
        Quorum quorum();

        /** The term that a voter has heard of, or a failure; the answer is the voter's own, and later than the call. */
        CompletableFuture<Long> termOf(String voter);

        /** Completes once all that was committed before the call is applied here. */
        CompletableFuture<Void> caughtUp();

        /** Whether this member leads in a term, as it sees it. */
        boolean leadsIn(long term);

        void later(Duration delay, Runnable task);
    }

    private final long term;
    private final String self;
    private final Group group;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private @Nullable Round round;
    private boolean ended;

    Confirmations(long term, String self, Group group) {
        this.term = term;
        this.self = self;
        this.group = group;
    }

    CompletableFuture<Void> confirm() {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        Round begun = null;
        synchronized (this) {
            if (ended) {
                return CompletableFuture.failedFuture(notLeader());
            }
            waiting.add(confirmed);
            if (round == null) {
                begun = next();
            }
        }
        if (begun != null) {
            begun.run();
        }
        return confirmed;
    }

    private Round next() {
        Round next = new Round(waiting);
        waiting = new ArrayList<>();
        round = next;
        return next;
    }

    /** The lead is lost. */
    void end() {
        List<CompletableFuture<Void>> failed = new ArrayList<>();
        synchronized (this) {
            ended = true;
            failed.addAll(waiting);
            waiting.clear();
            if (round != null) {
                failed.addAll(round.asked);
                round = null;
            }
        }
        failed.forEach(each -> each.completeExceptionally(notLeader()));
    }

    private NotLeaderException notLeader() {
        return new NotLeaderException(self + " no longer leads in term " + term);
    }

    /** One question to every voter, repeated to those that did not answer. */
    private final class Round {
        private final List<CompletableFuture<Void>> asked;
        private final Set<String> confirmedBy = new HashSet<>(Set.of(self));
        private final Set<String> underWay = new HashSet<>();
        private boolean majority;

        Round(List<CompletableFuture<Void>> asked) {
            this.asked = asked;
        }

        void run() {
            CompletableFuture<Void> caughtUp = group.caughtUp();
            ask(caughtUp);
        }

        private void ask(CompletableFuture<Void> caughtUp) {
            Quorum quorum = group.quorum();
            Set<String> voters = new HashSet<>(quorum.current());
            voters.addAll(quorum.previous());
            synchronized (Confirmations.this) {
                if (round != this || majority) {
                    return;
                }
                voters.removeAll(confirmedBy);
                voters.removeAll(underWay);
                underWay.addAll(voters);
            }
            for (String voter : voters) {
                Futures.then(group.termOf(voter), (heard, problem) -> answered(voter, heard, caughtUp));
            }
            decide(quorum, caughtUp);
            group.later(RETRY, () -> ask(caughtUp));
        }

        private void answered(String voter, @Nullable Long heard, CompletableFuture<Void> caughtUp) {
            synchronized (Confirmations.this) {
                underWay.remove(voter);
                if (heard == null || heard != term) {
                    return;
                }
                confirmedBy.add(voter);
            }
            decide(group.quorum(), caughtUp);
        }

        private void decide(Quorum quorum, CompletableFuture<Void> caughtUp) {
            synchronized (Confirmations.this) {
                if (majority || !quorum.isReachedBy(confirmedBy)) {
                    return;
                }
                majority = true;
            }
            Futures.then(caughtUp, (done, problem) -> complete(problem == null));
        }

        private void complete(boolean caughtUp) {
            boolean leads = caughtUp && group.leadsIn(term);
            Round begun = null;
            synchronized (Confirmations.this) {
                if (round != this) {
                    return;
                }
                round = null;
                if (!ended && !waiting.isEmpty()) {
                    begun = next();
                }
            }
            if (begun != null) {
                begun.run();
            }
            for (CompletableFuture<Void> each : asked) {
                if (leads) {
                    each.complete(null);
                } else {
                    each.completeExceptionally(notLeader());
                }
            }
        }
    }
}
