// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast this member takes copies of groups from others: together not more than so many bytes in a second. The sender has
 * a few chunks under way at most, so it waits as well. Any thread.
 */
final class CopyRate {
    /** What was not used for so long is not made up for. */
    private static final long UNUSED_NANOS = Duration.ofMillis(100).toNanos();

    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final long bytesPerSecond;
    private final Ticker ticker;
    private long next;

    CopyRate(long bytesPerSecond, Ticker ticker) {
        this.bytesPerSecond = bytesPerSecond;
        this.ticker = ticker;
        this.next = ticker.nanos();
    }

    /** Waits for the turn of so many bytes. */
    void await(long bytes) {
        long wait = turn(bytes);
        long end = ticker.nanos() + wait;
        for (long left = wait; left > 0; left = end - ticker.nanos()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    /** In how many nanoseconds it is the turn of so many bytes; what comes next has its turn after them. */
    synchronized long turn(long bytes) {
        long now = ticker.nanos();
        if (next - (now - UNUSED_NANOS) < 0) {
            next = now - UNUSED_NANOS;
        }
        long wait = Math.max(0, next - now);
        next += (long) (bytes * NANOS / bytesPerSecond);
        return wait;
    }
}
