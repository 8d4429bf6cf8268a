// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonotonicTimeTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 12_345, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 500})
    void orderSurvivesWrapAround(long instant) {
        long after = MonotonicTime.plus(instant, Duration.ofSeconds(1));

        assertThat(MonotonicTime.isBefore(instant, after)).isTrue();
        assertThat(MonotonicTime.isBefore(after, instant)).isFalse();
        assertThat(MonotonicTime.isBefore(instant, instant)).isFalse();
        assertThat(MonotonicTime.earlier(instant, after)).isEqualTo(instant);
        assertThat(MonotonicTime.earlier(after, instant)).isEqualTo(instant);
        assertThat(MonotonicTime.later(instant, after)).isEqualTo(after);
        assertThat(MonotonicTime.later(after, instant)).isEqualTo(after);
        assertThat(MonotonicTime.isBefore(after, MonotonicTime.never(instant))).isTrue();
    }
}
