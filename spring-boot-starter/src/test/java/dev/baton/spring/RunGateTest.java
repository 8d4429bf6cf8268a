// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.LeaderOnlyMethodTest.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Leadership;
import dev.baton.standalone.StandaloneElector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When runs are let in. */
class RunGateTest {
    @Test
    void whoWaitsIsToldWhenRunsAreLetInAndNotBefore() throws Exception {
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            Leadership leadership =
                    baton.stand("nightly").start().whenLeading().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            RunGate gate = new RunGate();
            CompletableFuture<Leadership> opening = gate.whenOpen();

            // The node leads, and the gate is not open yet.
            assertThat(opening).isNotDone();
            assertThat(gate.enter(null)).isEmpty();

            gate.start(leadership, cause -> {});
            assertThat(opening.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(leadership);
            assertThat(gate.whenOpen().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(leadership);
            RunGate.Run run = gate.enter(null).orElseThrow();
            gate.leave(run);

            gate.stop();
            assertThat(gate.whenOpen()).isNotDone();
            assertThat(gate.enter(null)).isEmpty();
        }
    }

    @Test
    void anInterruptOfTheRunAroundItOutlivesARunThatWasInterruptedAsWell() throws Exception {
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            RunGate outside = opened(baton, "outside");
            RunGate within = opened(baton, "within");
            RunGate.Run outer = outside.enter(null).orElseThrow();
            RunGate.Run inner = within.enter(outer).orElseThrow();
            CompletableFuture<Void> outsideEnds = CompletableFuture.runAsync(() -> stop(outside));
            CompletableFuture<Void> withinEnds = CompletableFuture.runAsync(() -> stop(within));
            LeaderOnlyMethodTest.awaitThat("both gates are closed", () -> isClosed(outside) && isClosed(within));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();

            within.leave(inner);
            boolean toldToEnd = Thread.interrupted(); // which the run around it sees
            withinEnds.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(outsideEnds).isNotDone();
            outside.leave(outer);
            boolean toldOnceMore = Thread.interrupted();
            outsideEnds.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(toldToEnd).isTrue();
            assertThat(toldOnceMore).as("an interrupt outlives both runs").isFalse();
        }
    }

    private static RunGate opened(Baton baton, String election) throws Exception {
        RunGate gate = new RunGate();
        gate.start(
                baton.stand(election).start().whenLeading().get(PATIENCE.toSeconds(), TimeUnit.SECONDS), cause -> {});
        gate.whenOpen().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return gate;
    }

    private static boolean isClosed(RunGate gate) {
        return !gate.whenOpen().isDone();
    }

    private static void stop(RunGate gate) {
        try {
            gate.stop();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
