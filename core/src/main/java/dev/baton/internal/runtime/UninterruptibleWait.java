// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waiting that an interrupt does not cut short: what closes something must not leave it half closed because the thread
 * it runs on was interrupted. It is bounded, and the interrupt flag is restored afterwards.
 */
public final class UninterruptibleWait {
    private UninterruptibleWait() {}

    /** A wait, which may be interrupted. */
    @FunctionalInterface
    public interface Wait {
        /** Waits up to {@code nanos}, which may be past, and returns whether it happened. */
        boolean await(long nanos) throws InterruptedException;
    }

    /** Waits for at most {@code bound}; returns whether it happened. */
    public static boolean within(Duration bound, Wait wait) {
        long until = System.nanoTime() + bound.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.await(until - System.nanoTime());
                } catch (InterruptedException notNow) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for at most {@code bound}; returns whether it was done, and without an error. */
    public static boolean done(Duration bound, Future<?> future) {
        return within(bound, nanos -> {
            try {
                future.get(nanos, TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException | ExecutionException notDone) {
                return false;
            }
        });
    }

    /** Waits for at most {@code bound} until a thread has ended. */
    public static boolean ended(Duration bound, Thread thread) {
        return within(bound, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
            return !thread.isAlive();
        });
    }
}
