// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.ConfigurationException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationTest {
    @Test
    void everyProblemIsNamedAtOnce() {
        Validation rules = Validation.of("lamp")
                .positive("on", Duration.ZERO)
                .notNegative("off", Duration.ofSeconds(-1))
                .between("colour", 9, 1, 8)
                .under("short", Duration.ofSeconds(2), "long", Duration.ofSeconds(1));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(rules::check)
                .withMessage("lamp: on 0s must be above 0s; off -1s must not be negative; "
                        + "colour 9 must be from 1 to 8; short 2s must be under long 1s")
                .satisfies(broken -> assertThat(broken.problems())
                        .isEqualTo(List.of(
                                "on 0s must be above 0s",
                                "off -1s must not be negative",
                                "colour 9 must be from 1 to 8",
                                "short 2s must be under long 1s")));
    }

    @Test
    void aConfigurationErrorIsAnIllegalArgument() {
        assertThat(IllegalArgumentException.class).isAssignableFrom(ConfigurationException.class);
    }

    @Test
    void soundSettingsPass() {
        assertThatCode(() -> Validation.of("lamp")
                        .positive("on", Duration.ofNanos(1))
                        .positive("on", Duration.ofDays(1))
                        .notNegative("off", Duration.ZERO)
                        .between("colour", 1, 1, 8)
                        .between("colour", 8, 1, 8)
                        .under("short", Duration.ofMillis(1), "long", Duration.ofMillis(2))
                        .require(true, "never said")
                        .check())
                .doesNotThrowAnyException();
    }

    @Test
    void beyondADayAnIntervalIsAMistake() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Validation.of("lamp")
                        .positive("on", Duration.ofDays(1).plusNanos(1))
                        .notNegative("off", Duration.ofSeconds(Long.MAX_VALUE))
                        .check())
                .satisfies(
                        broken -> assertThat(broken.problems()).hasSize(2).allMatch(it -> it.endsWith("at most 24h")));
    }

    @Test
    void aMissingDurationIsNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> Validation.of("lamp").positive("on", null))
                .withMessage("on");
        assertThatNullPointerException()
                .isThrownBy(() -> Validation.of("lamp").notNegative("off", null))
                .withMessage("off");
    }

    @Test
    void anEqualValueIsNotUnderItsLimit() {
        Duration same = Duration.ofSeconds(1);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        Validation.of("lamp").under("short", same, "long", same).check());
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT10S, 10s",
        "PT1.5S, 1.5s",
        "PT0.2S, 200ms",
        "PT0.000001S, 1000ns",
        "PT0.0000005S, 500ns",
        "PT90S, 1m30s",
        "PT24H, 24h",
        "PT-0.5S, -0.5s"
    })
    void durationsAreShownAsPeopleWriteThem(Duration value, String shown) {
        assertThat(Validation.show(value)).isEqualTo(shown);
    }
}
