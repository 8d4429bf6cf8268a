// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until something becomes true in real time: the only wait that a test may have. */
public final class Eventually {
    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(2).toNanos();

    private Eventually() {}

    /** Returns as soon as {@code holds} is true; fails after {@code limit}, showing {@code fact} and {@code state}. */
    public static void eventually(String fact, Duration limit, BooleanSupplier holds, Supplier<?> state) {
        long end = System.nanoTime() + limit.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + limit.toMillis() + " ms: " + fact + "; state: " + state.get());
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}
