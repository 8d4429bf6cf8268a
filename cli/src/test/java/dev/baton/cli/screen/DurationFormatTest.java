// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class DurationFormatTest {
    @Test
    void spansAreShownAsPeopleSayThem() {
        assertThat(DurationFormat.show(Duration.ofMillis(999))).isEqualTo("999 ms");
        assertThat(DurationFormat.show(Duration.ofMillis(59_999))).isEqualTo("59.9 s");
        assertThat(DurationFormat.show(Duration.ofSeconds(192))).isEqualTo("3m12s");
        assertThat(DurationFormat.show(Duration.ofMinutes(307))).isEqualTo("5h07m");
        assertThat(DurationFormat.show(Duration.ofHours(291))).isEqualTo("12d3h");
        assertThat(DurationFormat.show(Duration.ofSeconds(-1))).isEqualTo("0 ms");
    }

    @Test
    void theyAreTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(DurationFormat.show(Duration.ofMillis(4_250))).isEqualTo("4.2 s");
            assertThat(DurationFormat.show(Duration.ofSeconds(192))).isEqualTo("3m12s");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatIsNoInstantHasNoSpan() {
        assertThat(DurationFormat.between(
                        Instant.parse("2026-11-15T20:00:00.000Z"), Instant.parse("2026-11-15T20:00:04.200Z")))
                .isEqualTo("4.2 s");
        assertThat(DurationFormat.between(null, Instant.parse("2026-11-15T20:00:00Z")))
                .isEmpty();
    }
}
