// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

/**
 * How long a grant holds, in local monotonic time.
 *
 * @param certainUntil the holder may act before this instant
 * @param othersFrom no other node can be elected before this instant
 */
public record Validity(long certainUntil, long othersFrom) {
    public Validity {
        if (!MonotonicTime.isBefore(certainUntil, othersFrom)) {
            throw new IllegalArgumentException("certainty must end before others may be elected, but it ends "
                    + (certainUntil - othersFrom) + " ns after");
        }
    }

    /** A validity that never ends, for electors in which no other node can be elected. */
    public static Validity unlimited(long now) {
        long end = MonotonicTime.never(now);
        return new Validity(end, end + 1);
    }
}
