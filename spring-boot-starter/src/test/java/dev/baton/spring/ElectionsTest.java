// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.PATIENCE;
import static dev.baton.spring.LeaderOnlyMethodTest.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.standalone.StandaloneElector;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whom the elections of an application know, and from when on. */
class ElectionsTest {
    private static final ElectionName NIGHTLY = ElectionName.of("nightly");

    private final Elections elections = new Elections(List.of("nightly"));

    @Test
    void whoIsToldOfALeadershipFindsItAlsoBeforeTheCandidateHasReturnedFromItsStart() throws Exception {
        CompletableFuture<Boolean> askedByListener = new CompletableFuture<>();
        CompletableFuture<Leadership> askedByDuty = new CompletableFuture<>();
        Queue<Thread> asking = new ConcurrentLinkedQueue<>();
        LeadershipListener listener = new LeadershipListener() {
            @Override
            public void elected(Leadership won) {
                asking.add(Thread.currentThread());
                askedByListener.complete(elections.isLeader("nightly"));
            }
        };
        Duty duty = new Duty() {
            @Override
            public String name() {
                return "asking";
            }

            @Override
            public void start(Leadership leadership, Crash crash) {
                asking.add(Thread.currentThread());
                askedByDuty.complete(elections.require("nightly"));
            }

            @Override
            public void stop() {}
        };

        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            Candidate stood = elections.stand(NIGHTLY, () -> {
                Candidate started =
                        baton.stand("nightly").listener(listener).duty(duty).start();
                awaitThat(
                        "both ask", () -> asking.size() == 2 && asking.stream().allMatch(ElectionsTest::hasAsked));
                return started;
            });

            assertThat(askedByListener.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(askedByDuty.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(stood.requireLeadership());
            assertThat(elections.candidates()).containsExactly(stood);
        }
    }

    /** It waits for the answer, or has it. */
    private static boolean hasAsked(Thread asking) {
        Thread.State state = asking.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.TERMINATED;
    }

    @Test
    void anElectionThatCouldNotBeEnteredIsOneInWhichThisNodeDoesNotStand() {
        assertThatThrownBy(() -> elections.stand(NIGHTLY, () -> {
                    throw new IllegalStateException("for the test");
                }))
                .hasMessage("for the test");

        assertThat(elections.find("nightly")).isEmpty();
        assertThat(elections.candidates()).isEmpty();
        assertThat(elections.isLeader("nightly")).isFalse();
    }
}
