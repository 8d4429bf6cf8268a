// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How real processes end: told to, cut off from their store, with a standard error that takes nothing. */
final class EndOfProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int TERMINATED = 128 + 15;

    private static LabProcess leading(String... modes) {
        LabProcess node = LabProcess.startUnheard(
                "node", EndingNode.class, List.of("-Xmx48m", "-XX:TieredStopAtLevel=1"), List.of(modes));
        node.await("acting", LIMIT);
        return node;
    }

    @Test
    void aDutyIsToldToStopAlthoughTheLogTakesNothing() {
        try (LabProcess node = leading("full")) {
            node.say("cut");

            assertThat(node.await("stopped", LIMIT)).isEqualTo("stopped true");
            assertThat(node.isAlive()).isTrue();
        }
    }

    @Test
    void aDutyThatCannotBeStoppedEndsTheProcessAlthoughStandardErrorTakesNothing() {
        try (LabProcess node = leading("full", "deaf")) {
            node.say("cut");

            assertThat(node.awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);
            assertThat(node.last("told to stop")).isPresent();
        }
    }

    @Test
    void aFaultHandlerThatThrowsEndsTheProcess() {
        try (LabProcess node = leading("deaf", "throwing")) {
            node.say("cut");

            assertThat(node.awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);
        }
    }

    @Test
    void aNodeThatAskedForItHandsOverWhenTheProcessIsToldToEnd() {
        try (LabProcess node = leading("hook")) {
            node.terminate();

            assertThat(node.await("stopped", LIMIT)).isEqualTo("stopped true");
            assertThat(node.awaitEnd()).isEqualTo(TERMINATED);
        }
    }
}
