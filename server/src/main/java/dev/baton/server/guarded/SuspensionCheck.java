// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Detects that the machine was suspended since this was created: the uptime continues meanwhile, while the clock that
 * times leaderships stops.
 */
final class SuspensionCheck {
    /** The uptime is read in steps of 10 ms. */
    private static final Duration TOLERANCE = Duration.ofMillis(50);

    /** The process may be paused while it reads the clocks; then they seem to be closer than they are. */
    private static final int READINGS = 3;

    private final Supplier<Duration> uptime;
    private final LongSupplier nanoTime;
    private final Duration atFirst;

    SuspensionCheck() {
        this(Uptime::now, System::nanoTime);
    }

    SuspensionCheck(Supplier<Duration> uptime, LongSupplier nanoTime) {
        this.uptime = uptime;
        this.nanoTime = nanoTime;
        Duration largest = difference();
        for (int i = 1; i < READINGS; i++) {
            Duration next = difference();
            largest = next.compareTo(largest) > 0 ? next : largest;
        }
        this.atFirst = largest;
    }

    /** Read in this order, a pause in between makes it smaller, and does not count as a suspension. */
    private Duration difference() {
        Duration up = uptime.get();
        return up.minusNanos(nanoTime.getAsLong());
    }

    boolean wasSuspended() {
        return difference().minus(atFirst).compareTo(TOLERANCE) > 0;
    }
}
