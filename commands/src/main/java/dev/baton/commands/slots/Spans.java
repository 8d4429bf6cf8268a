// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import java.util.concurrent.TimeUnit;

/** Lengths of time in nanoseconds that stay far from overflow. */
final class Spans {
    /** Fifty years: more means forever. */
    static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(50 * 365);

    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * MAX_MILLIS);

    private Spans() {}

    static long ofMillis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** A multiple, or the longest span there is. */
    static long times(long count, long nanos) {
        return count > MAX_NANOS / nanos ? MAX_NANOS : count * nanos;
    }

    /** Rounded up, so that a caller that waits this long does not come too early. */
    static long toMillis(long nanos) {
        return (nanos + 999_999) / 1_000_000;
    }
}
