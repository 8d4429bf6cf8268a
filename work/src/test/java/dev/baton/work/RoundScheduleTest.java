// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoundScheduleTest {
    private static final AllocatorSettings SETTINGS =
            AllocatorSettings.DEFAULT.withDebounce(Duration.ofMillis(250)).withPeriod(Duration.ofSeconds(30));
    /** Just before the clock wraps. */
    private static final long START = Long.MAX_VALUE - Duration.ofMillis(100).toNanos();

    private final RoundSchedule rounds = new RoundSchedule(SETTINGS, START);

    private static long at(long millis) {
        return START + Duration.ofMillis(millis).toNanos();
    }

    private void done(long millis) {
        rounds.done(at(millis));
    }

    @Test
    void aNewCoordinatorWaitsForThoseWhoCameWithIt() {
        assertThat(rounds.isDue(at(249))).isFalse();
        assertThat(rounds.isDue(at(250))).isTrue();
    }

    @Test
    void whatAsksForPartitionsWaitsForMoreOfItsKind() {
        done(0);

        rounds.changed(at(1_000));

        assertThat(rounds.isDue(at(1_249))).isFalse();
        assertThat(rounds.isDue(at(1_250))).isTrue();
        assertThat(rounds.next()).isEqualTo(at(1_250));
    }

    /** Otherwise workers that come one after the other would put a round off for as long as they come. */
    @Test
    void whatFollowsDoesNotPutTheRoundOff() {
        done(0);

        rounds.changed(at(1_000));
        rounds.changed(at(1_200));

        assertThat(rounds.isDue(at(1_250))).isTrue();
    }

    @Test
    void whatWasFreedIsSeenToAtOnce() {
        done(0);
        rounds.changed(at(1_000));

        rounds.freed(at(1_010));

        assertThat(rounds.isDue(at(1_010))).isTrue();
    }

    @Test
    void aRoundIsCalculatedOnceInAPeriodAlthoughNothingChanges() {
        done(0);

        assertThat(rounds.isDue(at(29_999))).isFalse();
        assertThat(rounds.isDue(at(30_000))).isTrue();

        done(30_005);
        assertThat(rounds.isDue(at(60_004))).isFalse();
        assertThat(rounds.isDue(at(60_005))).isTrue();
    }

    @Test
    void whatIsToldShortlyBeforeThePeriodEndsDoesNotPutTheRoundOff() {
        done(0);

        rounds.changed(at(29_900));

        assertThat(rounds.isDue(at(30_000))).isTrue();
    }
}
