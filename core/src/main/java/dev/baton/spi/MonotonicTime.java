// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import java.time.Duration;

/** Arithmetic on {@link Ticker} readings that survives wrap-around. */
public final class MonotonicTime {
    /** Far enough never to be reached, near enough to be compared by difference. */
    private static final long NEVER = Duration.ofDays(36_500).toNanos();

    private MonotonicTime() {}

    public static boolean isBefore(long one, long other) {
        return one - other < 0;
    }

    public static long earlier(long one, long other) {
        return isBefore(one, other) ? one : other;
    }

    public static long later(long one, long other) {
        return isBefore(one, other) ? other : one;
    }

    public static long plus(long instant, Duration duration) {
        return instant + duration.toNanos();
    }

    public static long never(long now) {
        return now + NEVER;
    }
}
