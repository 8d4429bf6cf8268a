// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrowthRateTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static GrowthRate steady(GrowthRate growth, int seconds, long perSecond) {
        GrowthRate now = growth;
        for (int i = 0; i < seconds; i++) {
            now = now.to(now.at() + SECOND, now.value() + perSecond);
        }
        return now;
    }

    @Test
    void approachesASteadyRateAndForgetsItAgain() {
        GrowthRate busy = steady(GrowthRate.from(7, 1_000), 30, 500);
        assertThat(busy.perSecond()).isCloseTo(500, within(5.0));

        assertThat(steady(busy, 30, 0).perSecond()).isCloseTo(0, within(5.0));
    }

    @Test
    void looksOfAnyDistanceSayTheSame() {
        GrowthRate often = GrowthRate.from(0, 0);
        for (int i = 1; i <= 100; i++) {
            often = often.to(i * SECOND / 10, i * 10L);
        }

        assertThat(often.perSecond())
                .isCloseTo(GrowthRate.from(0, 0).to(10 * SECOND, 1_000).perSecond(), within(0.001));
    }

    @Test
    void whatIsDeletedIsNoNegativeRate() {
        GrowthRate busy = steady(GrowthRate.from(0, 0), 30, 500);

        GrowthRate shortened = busy.to(busy.at() + SECOND, 10);

        assertThat(shortened.perSecond()).isEqualTo(busy.perSecond());
        assertThat(steady(shortened, 5, 500).perSecond()).isCloseTo(500, within(5.0));
    }

    @Test
    void twoLooksAtTheSameInstantAreOne() {
        GrowthRate first = GrowthRate.from(5, 10);

        assertThat(first.to(5, 20)).isEqualTo(first);
    }
}
