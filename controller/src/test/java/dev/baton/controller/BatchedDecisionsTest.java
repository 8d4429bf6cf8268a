// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.group.GroupLeadership;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What goes wrong inside of a decider must not hold up the requests that come after it. */
class BatchedDecisionsTest {
    private final CompletableFuture<byte[]> applied = new CompletableFuture<>();
    private String breaksAt = "";

    private final BatchedDecisions<String> decisions = new BatchedDecisions<>(new Lead(), new Echo());

    private final class Lead implements GroupLeadership {
        @Override
        public long term() {
            return 1;
        }

        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
            if (breaksAt.equals("propose")) {
                throw new IllegalStateException("broken at propose");
            }
            return applied.isDone() ? CompletableFuture.completedFuture(entry) : applied;
        }

        @Override
        public CompletableFuture<Void> confirm() {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Answers each request by itself; takes one at a time. */
    private final class Echo implements BatchedDecisions.Decider<String> {
        @Override
        public BatchedDecisions.Decision decide(List<String> requests) {
            if (breaksAt.equals("decide")) {
                throw new StackOverflowError("broken at decide");
            }
            return new BatchedDecisions.Decision(
                    requests.get(0).getBytes(UTF_8), List.of(BatchedDecisions.Reply.item(0)));
        }

        @Override
        public List<byte[]> answers(byte[] entry) {
            if (breaksAt.equals("answers")) {
                throw new IllegalStateException("broken at answers");
            }
            return List.of(entry);
        }

        @Override
        public byte[] busy() {
            return new byte[0];
        }
    }

    private void nextIsAnswered() {
        breaksAt = "";
        applied.complete(new byte[0]);
        CompletableFuture<byte[]> next = decisions.add("next");
        assertThat(next).isCompleted();
        assertThat(next.join()).isEqualTo("next".getBytes(UTF_8));
    }

    @Test
    void anAnswerThatCannotBeReadFailsItsRequestsAndNoOthers() {
        CompletableFuture<byte[]> first = decisions.add("first");
        CompletableFuture<byte[]> second = decisions.add("second");

        breaksAt = "answers";
        applied.complete(new byte[0]);

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        assertThat(ControllerFixture.failure(first)).hasMessage("broken at answers");
        nextIsAnswered();
    }

    @Test
    void aProposalThatThrowsFailsItsRequestsAndNoOthers() {
        breaksAt = "propose";

        assertThat(ControllerFixture.failure(decisions.add("first"))).hasMessage("broken at propose");
        nextIsAnswered();
    }

    @Test
    void aDecisionThatThrowsFailsItsRequestsAndNoOthers() {
        breaksAt = "decide";

        assertThat(ControllerFixture.failure(decisions.add("first"))).hasMessage("broken at decide");
        nextIsAnswered();
    }
}
