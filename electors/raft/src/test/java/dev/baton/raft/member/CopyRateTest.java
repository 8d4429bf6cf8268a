// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CopyRateTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final CopyRate rate = new CopyRate(1_000_000, now::get);

    @Test
    void bytesHaveTheirTurnOneAfterTheOther() {
        assertThat(rate.turn(10_000)).isZero();
        assertThat(rate.turn(20_000)).isEqualTo(10 * MILLI);
        assertThat(rate.turn(1)).isEqualTo(30 * MILLI);
    }

    @Test
    void timeThatPassesCounts() {
        rate.turn(10_000);
        now.addAndGet(4 * MILLI);

        assertThat(rate.turn(1)).isEqualTo(6 * MILLI);
    }

    @Test
    void whatWasNotUsedLongAgoIsNotMadeUpFor() {
        rate.turn(1);
        now.addAndGet(Duration.ofHours(1).toNanos());

        assertThat(rate.turn(150_000)).isZero();
        assertThat(rate.turn(1)).isEqualTo(50 * MILLI);
    }

    @Test
    void noMoreThanTheRatePassesOverAWhile() {
        long passed = 0;
        long begun = now.get();
        while (now.get() - begun < Duration.ofSeconds(10).toNanos()) {
            now.addAndGet(rate.turn(64_000));
            passed += 64_000;
        }

        assertThat(passed).isBetween(9_900_000L, 10_300_000L);
    }
}
