// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NotLeaderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConfirmationsTest {
    private static final long TERM = 7;

    private final Voters voters = new Voters();
    private final Confirmations confirmations = new Confirmations(TERM, "a", voters);

    @Test
    void aMajorityConfirms() {
        CompletableFuture<Void> confirmed = confirmations.confirm();
        assertThat(confirmed).isNotDone();

        voters.answer("b", TERM);

        assertThat(confirmed).isCompleted();
    }

    @Test
    void aVoterThatHeardOfALaterTermConfirmsNothing() {
        CompletableFuture<Void> confirmed = confirmations.confirm();

        voters.answer("b", TERM + 1);
        assertThat(confirmed).isNotDone();

        voters.answer("c", TERM);
        assertThat(confirmed).isCompleted();
    }

    @Test
    void eachConfirmationAsksAnew() {
        CompletableFuture<Void> first = confirmations.confirm();
        voters.answer("b", TERM);
        assertThat(first).isCompleted();

        CompletableFuture<Void> second = confirmations.confirm();

        assertThat(second).isNotDone();
        assertThat(voters.questions).containsExactlyInAnyOrder("b", "c", "b", "c");
        voters.answer("b", TERM);
        assertThat(second).isCompleted();
    }

    @Test
    void oneThatAsksDuringARoundIsNotAnsweredByIt() {
        CompletableFuture<Void> first = confirmations.confirm();
        CompletableFuture<Void> later = confirmations.confirm();
        CompletableFuture<Void> latest = confirmations.confirm();

        voters.answer("b", TERM);

        assertThat(first).isCompleted();
        assertThat(later).isNotDone();
        assertThat(voters.questions).hasSize(4);
        voters.answer("b", TERM);
        assertThat(later).isCompleted();
        assertThat(latest).as("shares the round").isCompleted();
    }

    @Test
    void aVoterThatDoesNotAnswerIsAskedAgain() {
        CompletableFuture<Void> confirmed = confirmations.confirm();
        voters.fail("b");
        voters.fail("c");

        voters.runLater();

        assertThat(voters.questions).hasSize(4);
        voters.answer("c", TERM);
        assertThat(confirmed).isCompleted();
    }

    @Test
    void itWaitsUntilWhatWasCommittedIsApplied() {
        voters.caughtUp = new CompletableFuture<>();
        CompletableFuture<Void> confirmed = confirmations.confirm();
        voters.answer("b", TERM);
        assertThat(confirmed).isNotDone();

        voters.caughtUp.complete(null);

        assertThat(confirmed).isCompleted();
    }

    @Test
    void nothingIsConfirmedAfterTheLeadIsLost() {
        CompletableFuture<Void> open = confirmations.confirm();

        confirmations.end();

        assertThat(open).isCompletedExceptionally();
        assertThat(confirmations.confirm().handle((done, why) -> why).join()).isInstanceOf(NotLeaderException.class);
    }

    @Test
    void aLeadThatWasLostUnnoticedIsNotConfirmed() {
        CompletableFuture<Void> confirmed = confirmations.confirm();
        voters.leads = false;

        voters.answer("b", TERM);

        assertThat(confirmed).isCompletedExceptionally();
    }

    @Test
    void whileTheConfigurationChangesBothMajoritiesAreNeeded() {
        voters.quorum = new Quorum(Set.of("a", "b", "c"), Set.of("a", "d", "e"));
        CompletableFuture<Void> confirmed = confirmations.confirm();

        voters.answer("b", TERM);
        assertThat(confirmed).isNotDone();

        voters.answer("d", TERM);
        assertThat(confirmed).isCompleted();
    }

    @Test
    void aGroupOfOneConfirmsItself() {
        voters.quorum = new Quorum(Set.of("a"), Set.of());

        assertThat(confirmations.confirm()).isCompleted();
    }

    private static final class Voters implements Confirmations.Group {
        private final List<String> questions = new ArrayList<>();
        private final Map<String, CompletableFuture<Long>> open = new LinkedHashMap<>();
        private final List<Runnable> later = new ArrayList<>();
        private Quorum quorum = new Quorum(Set.of("a", "b", "c"), Set.of());
        private CompletableFuture<Void> caughtUp = CompletableFuture.completedFuture(null);
        private boolean leads = true;

        void answer(String voter, long term) {
            Objects.requireNonNull(open.get(voter)).complete(term);
        }

        void fail(String voter) {
            Objects.requireNonNull(open.get(voter)).completeExceptionally(new IllegalStateException("silent"));
        }

        void runLater() {
            List<Runnable> due = List.copyOf(later);
            later.clear();
            due.forEach(Runnable::run);
        }

        @Override
        public Quorum quorum() {
            return quorum;
        }

        @Override
        public CompletableFuture<Long> termOf(String voter) {
            questions.add(voter);
            CompletableFuture<Long> answer = new CompletableFuture<>();
            open.put(voter, answer);
            return answer;
        }

        @Override
        public CompletableFuture<Void> caughtUp() {
            return caughtUp;
        }

        @Override
        public boolean leadsIn(long term) {
            return leads && term == TERM;
        }

        @Override
        public void later(Duration delay, Runnable task) {
            later.add(task);
        }
    }
}
