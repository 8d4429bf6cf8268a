// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 12_345, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 500})
    void orderSurvivesWrapAround(long instant) {
        long after = Instants.plus(instant, Duration.ofSeconds(1));

        assertThat(Instants.isBefore(instant, after)).isTrue();
        assertThat(Instants.isBefore(after, instant)).isFalse();
        assertThat(Instants.isBefore(instant, instant)).isFalse();
        assertThat(Instants.earlier(instant, after)).isEqualTo(instant);
        assertThat(Instants.earlier(after, instant)).isEqualTo(instant);
        assertThat(Instants.later(instant, after)).isEqualTo(after);
        assertThat(Instants.later(after, instant)).isEqualTo(after);
        assertThat(Instants.isBefore(after, Instants.never(instant))).isTrue();
    }
}
