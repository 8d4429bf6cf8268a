// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import java.util.random.RandomGenerator;

/**
 * The mark of one attempt to acquire a lease. Random and never reused, so reading it back from the store proves that
 * this very attempt won.
 */
public record LeaseToken(long high, long low) {
    private static final int HALF = 16;

    public static LeaseToken random(RandomGenerator chance) {
        return new LeaseToken(chance.nextLong(), chance.nextLong());
    }

    /** Reads back what {@link #toString()} wrote. */
    public static LeaseToken parse(String text) {
        if (text.length() != 2 * HALF) {
            throw new IllegalArgumentException("lease token of " + text.length() + " characters is not 32 hex digits");
        }
        return new LeaseToken(
                Long.parseUnsignedLong(text.substring(0, HALF), HALF),
                Long.parseUnsignedLong(text.substring(HALF), HALF));
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
