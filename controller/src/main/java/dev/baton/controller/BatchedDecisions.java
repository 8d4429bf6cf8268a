// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupLeadership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Decides the requests of one leadership: one entry is in flight at a time, and everything that came meanwhile is
 * decided together, in one entry, on the state with the entry before it. Any thread may add.
 *
 * <p>When the lead is lost, those who wait fail at once: with {@link NotLeaderException} if their request was not
 * proposed, and otherwise with {@link OutcomeUnknownException}.
 */
public final class BatchedDecisions<R> {
    /** So many requests may wait; more are turned away. */
    public static final int MAX_WAITING = 4_096;

    private static final int MAX_TOGETHER = 512;

    private final GroupLeadership leadership;
    private final Decider<R> decider;
    private final Deque<Waiter<R>> waiting = new ArrayDeque<>();
    private List<Waiter<R>> inFlight = List.of();
    /** So many of those that wait are decided one at a time: one of them is too large. */
    private int alone;

    private boolean deciding;
    private boolean ended;

    /** What decides. Called for one batch at a time. */
    public interface Decider<R> {
        /** Decides requests in order, each on what the ones before it come to. */
        Decision decide(List<R> requests);

        /** The answers of an entry that was applied, in the order of its items. */
        List<byte[]> answers(byte[] applied);

        /** The answer to a request when too many wait. */
        byte[] busy();
    }

    /**
     * What a batch of requests comes to.
     *
     * @param entry what is to be proposed; null if nothing is
     * @param replies for each request in order: an answer that is known already, or the item of the entry that it waits
     *     for. Requests without one did not fit into the entry, and are decided next; the first always has one
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Decision(byte @Nullable [] entry, List<Reply> replies) {}

    /** The answer to a request, or where it will be. */
    public record Reply(Optional<byte[]> known, int item) {
        public static Reply known(byte[] answer) {
            return new Reply(Optional.of(answer), -1);
        }

        public static Reply item(int number) {
            return new Reply(Optional.empty(), number);
        }
    }

    private record Waiter<R>(R request, CompletableFuture<byte[]> answer) {}

    public BatchedDecisions(GroupLeadership leadership, Decider<R> decider) {
        this.leadership = leadership;
        this.decider = decider;
    }

    public CompletableFuture<byte[]> add(R request) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        synchronized (this) {
            if (ended) {
                return CompletableFuture.failedFuture(lost());
            }
            if (waiting.size() >= MAX_WAITING) {
                return CompletableFuture.completedFuture(decider.busy());
            }
            waiting.add(new Waiter<>(request, answer));
        }
        decideNext();
        return answer;
    }

    private void decideNext() {
        while (true) {
            List<Waiter<R>> batch = new ArrayList<>();
            synchronized (this) {
                if (deciding || ended || waiting.isEmpty()) {
                    return;
                }
                deciding = true;
                int together = alone > 0 ? 1 : MAX_TOGETHER;
                alone = Math.max(0, alone - 1);
                while (batch.size() < together && !waiting.isEmpty()) {
                    batch.add(waiting.remove());
                }
                inFlight = batch;
            }
            Decision decision = decide(batch);
            if (decision == null) {
                continue;
            }
            List<Waiter<R>> decided = keep(batch, decision.replies().size());
            if (decision.entry() != null) {
                propose(decided, decision, decision.entry());
                return;
            }
            settle(decided, decision, List.of());
        }
    }

    /** The first of a batch; the others go back to where they were. */
    private List<Waiter<R>> keep(List<Waiter<R>> batch, int count) {
        List<Waiter<R>> kept = List.copyOf(batch.subList(0, count));
        List<Waiter<R>> rest = batch.subList(count, batch.size());
        boolean late;
        synchronized (this) {
            late = ended;
            inFlight = late ? List.of() : kept;
            for (int i = rest.size() - 1; i >= 0 && !late; i--) {
                waiting.addFirst(rest.get(i));
            }
        }
        if (late) {
            rest.forEach(waiter -> waiter.answer().completeExceptionally(lost()));
        }
        return kept;
    }

    private @Nullable Decision decide(List<Waiter<R>> batch) {
        try {
            return decider.decide(batch.stream().map(Waiter::request).toList());
        } catch (Throwable broken) {
            fail(batch, broken);
            return null;
        }
    }

    private void propose(List<Waiter<R>> batch, Decision decision, byte[] entry) {
        CompletableFuture<byte[]> proposed;
        try {
            proposed = leadership.propose(entry);
        } catch (Throwable broken) {
            proposed = CompletableFuture.failedFuture(broken);
        }
        CompletableFuture<?> unused = proposed.handle((applied, failure) -> {
            if (failure != null && cause(failure) instanceof EntryTooLargeException && batch.size() > 1) {
                decideAlone(batch);
            } else if (failure != null) {
                fail(batch, failure);
            } else {
                answer(batch, decision, applied);
            }
            decideNext();
            return applied;
        });
    }

    /** What is thrown here would be kept by a future that nobody looks at, and nothing would be decided from then on. */
    private void answer(List<Waiter<R>> batch, Decision decision, byte[] applied) {
        List<byte[]> answers;
        try {
            answers = decider.answers(applied);
        } catch (Throwable broken) {
            fail(batch, broken);
            return;
        }
        settle(batch, decision, answers);
    }

    private void settle(List<Waiter<R>> batch, Decision decision, List<byte[]> answers) {
        free();
        for (int i = 0; i < batch.size(); i++) {
            Reply reply = decision.replies().get(i);
            CompletableFuture<byte[]> answer = batch.get(i).answer();
            if (reply.known().isPresent()) {
                answer.complete(reply.known().get());
            } else if (reply.item() < answers.size()) {
                answer.complete(answers.get(reply.item()));
            } else {
                answer.completeExceptionally(new OutcomeUnknownException("the entry was answered without this item"));
            }
        }
    }

    /** The entry of all of them was too large: one that is so by itself must not be the others' refusal. */
    private synchronized void decideAlone(List<Waiter<R>> batch) {
        if (ended) {
            return; // They were told so.
        }
        free();
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
        alone = batch.size();
    }

    private void fail(List<Waiter<R>> batch, Throwable failure) {
        free();
        Throwable cause = cause(failure);
        batch.forEach(waiter -> waiter.answer().completeExceptionally(cause));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private synchronized void free() {
        deciding = false;
        inFlight = List.of();
    }

    /** The lead is lost. */
    public void end() {
        List<Waiter<R>> proposed;
        List<Waiter<R>> others;
        synchronized (this) {
            ended = true;
            proposed = inFlight;
            others = List.copyOf(waiting);
            waiting.clear();
        }
        others.forEach(waiter -> waiter.answer().completeExceptionally(lost()));
        proposed.forEach(waiter -> waiter.answer()
                .completeExceptionally(new OutcomeUnknownException(
                        "the lead of term " + leadership.term() + " was lost while this was being committed")));
    }

    private NotLeaderException lost() {
        return new NotLeaderException("the lead of term " + leadership.term() + " is lost; nothing was done");
    }
}
