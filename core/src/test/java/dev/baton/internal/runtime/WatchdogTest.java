// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final Duration GRACE = Duration.ofMillis(1_500);
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog = new Watchdog("test", () -> this.now, (what, cause) -> faults.add(what));
    private final Watchdog.Watch watch = watchdog.watch("duties of orders", GRACE);
    private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    private Duration look() {
        return Duration.ofNanos(watchdog.look(now) - now);
    }

    private Duration lookAfter(Duration time) {
        now = MonotonicTime.plus(now, time);
        return look();
    }

    private void arm() {
        watch.arm(MonotonicTime.plus(now, LEASE));
    }

    private void armAndHang() {
        arm();
        watch.beginTask();
    }

    @Test
    void dutiesOfALaneThatHangsAreAFaultAtTheDeadline() {
        armAndHang();

        assertThat(look()).isEqualTo(LEASE);
        assertThat(lookAfter(LEASE.minusNanos(1))).isEqualTo(Duration.ofNanos(1));
        assertThat(faults).isEmpty();
        lookAfter(Duration.ofNanos(1));

        assertThat(faults).containsExactly("duties of orders still run, and others may lead");
    }

    @Test
    void aLaneThatIsOnlyLateHasTimeToStopTheDuties() {
        arm();
        look();
        watch.beginTask();
        watch.endTask();

        assertThat(lookAfter(LEASE)).isEqualTo(GRACE);
        watch.disarm();
        lookAfter(GRACE);

        assertThat(faults).isEmpty();
    }

    @Test
    void aLaneThatIsTooLateIsAFault() {
        arm();
        look();
        lookAfter(LEASE);

        lookAfter(GRACE);

        assertThat(faults).hasSize(1);
    }

    @Test
    void aTaskThatHasJustBegunDoesNotHang() {
        arm();
        look();
        now = MonotonicTime.plus(now, LEASE.minus(Watchdog.HANG));
        watch.beginTask();

        assertThat(lookAfter(Watchdog.HANG)).isEqualTo(GRACE);
    }

    @Test
    void aFaultIsToldOnce() {
        armAndHang();
        look();
        lookAfter(LEASE);
        lookAfter(LEASE);

        assertThat(faults).hasSize(1);
    }

    @Test
    void dutiesThatWereSeenToStopAreNoFault() {
        arm();
        look();
        watch.disarm();

        lookAfter(LEASE);

        assertThat(faults).isEmpty();
        assertThat(watchdog.armed()).isEmpty();
    }

    @Test
    void aRenewalMovesTheDeadlineOn() {
        armAndHang();
        look();
        now = MonotonicTime.plus(now, Duration.ofSeconds(6));
        watch.extend(MonotonicTime.plus(now, LEASE));

        assertThat(lookAfter(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(6));
        assertThat(faults).isEmpty();
        lookAfter(Duration.ofSeconds(6));
        assertThat(faults).hasSize(1);
    }

    @Test
    void afterAPauseTheLaneHasTimeToStopTheDuties() {
        armAndHang();
        look();

        assertThat(lookAfter(Duration.ofMinutes(1))).isEqualTo(GRACE);
        watch.disarm();
        lookAfter(GRACE);

        assertThat(faults).isEmpty();
    }

    @Test
    void aLaneThatStaysBlockedAfterAPauseIsAFault() {
        arm();
        look();
        lookAfter(Duration.ofMinutes(1));

        lookAfter(GRACE.minusNanos(1));
        assertThat(faults).isEmpty();
        lookAfter(Duration.ofMinutes(1));

        assertThat(faults).hasSize(1);
    }

    @Test
    void aPauseBeforeTheFirstLookIsAPauseAllTheSame() {
        arm();

        assertThat(lookAfter(LEASE)).isEqualTo(GRACE);
    }

    @Test
    void theNextLeadershipIsWatchedAfresh() {
        arm();
        look();
        watch.disarm();
        lookAfter(Duration.ofSeconds(1));
        arm();

        assertThat(look()).isEqualTo(LEASE);
    }

    @Test
    void eachOfManyIsWatched() {
        for (int i = 0; i < 100; i++) {
            Watchdog.Watch one = watchdog.watch("duties of " + i, GRACE);
            one.arm(MonotonicTime.plus(now, LEASE));
            one.beginTask();
        }
        look();

        lookAfter(LEASE);

        assertThat(faults).hasSize(100);
    }

    @Test
    void aWatchThatIsClosedMakesRoom() {
        for (int i = 0; i < 10_000; i++) {
            Watchdog.Watch one = watchdog.watch("duties of " + i, GRACE);
            one.arm(MonotonicTime.plus(now, LEASE));
            one.close();
        }

        assertThat(watchdog.armed()).isEmpty();
        assertThat(look()).isGreaterThan(LEASE);
    }
}
