// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuspensionCheckTest {
    private Duration uptime = Duration.ofSeconds(1000);
    private long nanoTime = -7;
    /** How long the process is paused between its next reading of the uptime and of the other clock. */
    private Duration pause = Duration.ZERO;

    private SuspensionCheck check() {
        return new SuspensionCheck(this::readUptime, () -> nanoTime);
    }

    private Duration readUptime() {
        Duration read = Duration.ofMillis(uptime.toMillis() / 10 * 10);
        pass(pause);
        pause = Duration.ZERO;
        return read;
    }

    private void pass(Duration time) {
        uptime = uptime.plus(time);
        nanoTime += time.toNanos();
    }

    @Test
    void timeThatPassesIsNoSuspension() {
        SuspensionCheck check = check();

        for (int i = 0; i < 1000; i++) {
            pass(Duration.ofMillis(107));
            assertThat(check.wasSuspended()).isFalse();
        }
    }

    @Test
    void aSuspensionIsSeenFromThenOn() {
        SuspensionCheck check = check();
        pass(Duration.ofSeconds(5));
        uptime = uptime.plusMillis(100);

        assertThat(check.wasSuspended()).isTrue();
        pass(Duration.ofSeconds(5));
        assertThat(check.wasSuspended()).isTrue();
    }

    @Test
    void aPauseOfTheProcessIsNoSuspension() {
        pause = Duration.ofSeconds(3);
        SuspensionCheck check = check();
        assertThat(check.wasSuspended()).isFalse();

        pause = Duration.ofSeconds(3);
        assertThat(check.wasSuspended()).isFalse();
        assertThat(check.wasSuspended()).isFalse();
    }

    @Test
    void thisMachineIsNotSuspendedMeanwhile() {
        assertThat(new SuspensionCheck().wasSuspended()).isFalse();
    }
}
