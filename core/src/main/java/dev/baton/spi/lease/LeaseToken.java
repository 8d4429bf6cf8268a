// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.util.HexFormat;
import java.util.Objects;
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
        Objects.requireNonNull(text, "lease token");
        if (text.length() != 2 * HALF || !text.chars().allMatch(LeaseToken::isHexDigit)) {
            throw new IllegalArgumentException(
                    "lease token of " + text.length() + " characters is not 32 lower-case hex digits");
        }
        return new LeaseToken(
                Long.parseUnsignedLong(text.substring(0, HALF), HALF),
                Long.parseUnsignedLong(text.substring(HALF), HALF));
    }

    private static boolean isHexDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
