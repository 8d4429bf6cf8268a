// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.spi.Priority;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CandidateSettingsTest {
    private static final Duration NEGATIVE = Duration.ofMillis(-1);

    @Test
    void everyBrokenRuleIsNamed() {
        CandidateSettings.Builder settings = CandidateSettings.builder()
                .priorityStep(NEGATIVE)
                .takeoverDelay(NEGATIVE)
                .successorHeadStart(NEGATIVE)
                .minimumHold(NEGATIVE)
                .rest(Duration.ofDays(2))
                .windDown(Duration.ZERO)
                .checkInterval(Duration.ZERO)
                .unhealthyAfter(0);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(settings::build)
                .satisfies(refused -> assertThat(refused.problems())
                        .containsExactly(
                                "priorityStep -0.001s must not be negative",
                                "takeoverDelay -0.001s must not be negative",
                                "successorHeadStart -0.001s must not be negative",
                                "minimumHold -0.001s must not be negative",
                                "rest 48h must be at most 24h",
                                "windDown 0s must be above 0s",
                                "checkInterval 0s must be above 0s",
                                "unhealthyAfter 0 must be from 1 to 100"));
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> CandidateSettings.builder().handPicked(null).build())
                .withMessage("handPicked");
        assertThatNullPointerException()
                .isThrownBy(() -> CandidateSettings.builder().rest(null).build())
                .withMessage("rest");
    }

    @Test
    void theDefaultsStandAtOnceWithNobodyPreferred() {
        CandidateSettings defaults = CandidateSettings.defaults();

        assertThat(defaults.eligible()).isTrue();
        assertThat(defaults.handPicked()).isEmpty();
        assertThat(defaults.priority()).isEqualTo(Priority.DEFAULT);
        assertThat(defaults.takeoverDelay()).isZero();
    }

    @Test
    void aPriorityOutOfBoundsIsRefusedAtTheDoor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CandidateSettings.builder().priority(101))
                .withMessage("priority 101 must be from 0 to 100");
    }
}
