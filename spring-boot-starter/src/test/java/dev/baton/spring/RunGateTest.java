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
}
