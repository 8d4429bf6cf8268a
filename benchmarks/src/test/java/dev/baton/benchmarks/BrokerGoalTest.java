// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BrokerGoalTest {
    private static final OptionalDouble NOT_MEASURED = OptionalDouble.empty();

    @Test
    void aRateIsComparedWithBothPeers() {
        assertThat(BrokerGoal.RATE.met(100, OptionalDouble.of(50), OptionalDouble.of(200)))
                .isTrue();
        assertThat(BrokerGoal.RATE.met(100, OptionalDouble.of(51), OptionalDouble.of(200)))
                .isFalse();
        assertThat(BrokerGoal.RATE.met(100, OptionalDouble.of(50), OptionalDouble.of(201)))
                .isFalse();
    }

    @Test
    void noGoalIsMetBesideAPeerThatWasNotMeasured() {
        assertThat(BrokerGoal.RATE.met(100, NOT_MEASURED, OptionalDouble.of(1))).isFalse();
        assertThat(BrokerGoal.RATE.met(100, OptionalDouble.of(1), NOT_MEASURED)).isFalse();
        assertThat(BrokerGoal.LATENCY.met(1, NOT_MEASURED, OptionalDouble.of(100)))
                .isFalse();
    }
}
