// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waiting for time to pass, on a thread that has nothing else to do. */
public final class TimedWait {
    private TimedWait() {}

    public static void of(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }
}
