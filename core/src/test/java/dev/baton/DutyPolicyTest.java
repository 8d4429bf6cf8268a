// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DutyPolicyTest {
    @Test
    void everyBrokenRuleIsNamed() {
        Duration zero = Duration.ZERO;

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new Duty.Policy(zero, zero, zero, Duration.ofSeconds(3), zero, 1_001, zero))
                .withMessageStartingWith("duty policy: ")
                .satisfies(refused -> assertThat(refused.problems())
                        .containsExactly(
                                "startTimeout 0s must be above 0s",
                                "stopTimeout 0s must be above 0s",
                                "healthInterval 0s must be above 0s",
                                "longestBackoff 0s must be above 0s",
                                "restartWindow 0s must be above 0s",
                                "maxRestarts 1001 must be from 0 to 1000",
                                "firstBackoff 3s must not be above longestBackoff 0s"));
    }

    @Test
    void aMissingTimingIsNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> Duty.Policy.DEFAULT.withStopTimeout(null))
                .withMessage("stopTimeout");
    }

    @Test
    void thePauseDoublesUpToTheLongest() {
        Duty.Policy policy = Duty.Policy.DEFAULT.withBackoff(Duration.ofMillis(200), Duration.ofSeconds(1));

        assertThat(policy.backoff(1)).isEqualTo(Duration.ofMillis(200));
        assertThat(policy.backoff(2)).isEqualTo(Duration.ofMillis(400));
        assertThat(policy.backoff(3)).isEqualTo(Duration.ofMillis(800));
        assertThat(policy.backoff(4)).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.backoff(1_000)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void eachTimingCanBeReplaced() {
        Duration day = Duration.ofDays(1);

        Duty.Policy policy = Duty.Policy.DEFAULT
                .withStartTimeout(day)
                .withStopTimeout(day)
                .withHealthInterval(day)
                .withBackoff(day, day)
                .withRestarts(0, day);

        assertThat(policy).isEqualTo(new Duty.Policy(day, day, day, day, day, 0, day));
    }
}
