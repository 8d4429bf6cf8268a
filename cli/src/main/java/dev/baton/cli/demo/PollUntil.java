// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls until a condition is true. */
public final class PollUntil {
    private static final Duration LOOK_EVERY = Duration.ofMillis(2);

    private PollUntil() {}

    /** @throws DemoFailure if it is not true within the limit */
    public static void until(String what, Duration limit, BooleanSupplier holds) {
        long end = System.nanoTime() + limit.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new DemoFailure("not within " + limit.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }
}
