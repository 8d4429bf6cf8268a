// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static Growth steady(Growth growth, int seconds, long perSecond) {
        Growth now = growth;
        for (int i = 0; i < seconds; i++) {
            now = now.to(now.at() + SECOND, now.value() + perSecond);
        }
        return now;
    }

    @Test
    void approachesASteadyRateAndForgetsItAgain() {
        Growth busy = steady(Growth.from(7, 1_000), 30, 500);
        assertThat(busy.perSecond()).isCloseTo(500, within(5.0));

        assertThat(steady(busy, 30, 0).perSecond()).isCloseTo(0, within(5.0));
    }

    @Test
    void looksOfAnyDistanceSayTheSame() {
        Growth often = Growth.from(0, 0);
        for (int i = 1; i <= 100; i++) {
            often = often.to(i * SECOND / 10, i * 10L);
        }

        assertThat(often.perSecond())
                .isCloseTo(Growth.from(0, 0).to(10 * SECOND, 1_000).perSecond(), within(0.001));
    }

    @Test
    void whatIsDeletedIsNoNegativeRate() {
        Growth busy = steady(Growth.from(0, 0), 30, 500);

        Growth shortened = busy.to(busy.at() + SECOND, 10);

        assertThat(shortened.perSecond()).isEqualTo(busy.perSecond());
        assertThat(steady(shortened, 5, 500).perSecond()).isCloseTo(500, within(5.0));
    }

    @Test
    void twoLooksAtTheSameInstantAreOne() {
        Growth first = Growth.from(5, 10);

        assertThat(first.to(5, 20)).isEqualTo(first);
    }
}
