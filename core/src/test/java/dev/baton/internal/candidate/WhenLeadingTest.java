// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NotLeaderException;
import dev.baton.standalone.StandaloneElector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WhenLeadingTest {
    private static <T> T within(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    private static CandidateSettings ineligible() {
        return CandidateSettings.builder().eligible(false).build();
    }

    @Test
    void aLeadershipToComeIsWaitedFor() throws Exception {
        try (Baton baton = Baton.node("a").start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("jobs").settings(ineligible()).start();
            CompletableFuture<Leadership> won = candidate.whenLeading();
            assertThat(won).isNotDone();

            candidate.setEligible(true);

            assertThat(within(won).mayAct()).isTrue();
        }
    }

    @Test
    void aLeadershipThatIsHeldIsGivenAtOnce() throws Exception {
        try (Baton baton = Baton.node("a").start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("jobs").start();
            Leadership held = within(candidate.whenLeading());

            assertThat(within(candidate.whenLeading())).isSameAs(held);
        }
    }

    @Test
    void closingEndsTheWait() throws Exception {
        try (Baton baton = Baton.node("a").start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("jobs").settings(ineligible()).start();
            CompletableFuture<Leadership> waiting = candidate.whenLeading();

            candidate.close();

            assertThatThrownBy(() -> within(waiting))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(NotLeaderException.class);
            assertThatThrownBy(() -> within(candidate.whenLeading())).hasCauseInstanceOf(NotLeaderException.class);
        }
    }

    @Test
    void whoeverIsToldOfALeaderFindsItInTheStatus() throws Exception {
        try (Baton baton = Baton.node("a").start(StandaloneElector.inMemory())) {
            CompletableFuture<Candidate.Status> seen = new CompletableFuture<>();
            CompletableFuture<Candidate> self = new CompletableFuture<>();
            self.complete(baton.stand("jobs")
                    .listener(new LeadershipListener() {
                        @Override
                        public void elected(Leadership won) {
                            seen.complete(self.join().status());
                        }
                    })
                    .start());

            assertThat(within(seen).state()).isEqualTo(Candidate.State.LEADING);
            assertThat(within(seen).epoch()).isPresent();
        }
    }
}
