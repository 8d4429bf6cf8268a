// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TestNodeTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    void whatWouldEndAProcessIsNotedAndEndsNoTests() {
        TestNode node = new TestNode(
                new InMemoryElectorContractTest().newFixture(), "a", "e", UnaryOperator.identity(), new Unstoppable());
        eventually("it leads", SOON, node::leads, node::toString);

        node.close();

        eventually("the fault is noted", SOON, () -> !node.faults().isEmpty(), node::faults);
        assertThat(node.faults().element()).hasMessageContaining("cannot be stopped");
    }

    private record Unstoppable() implements Duty {
        @Override
        public String name() {
            return "unstoppable";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {}

        @Override
        public void stop() {
            throw new IllegalStateException("no");
        }
    }
}
