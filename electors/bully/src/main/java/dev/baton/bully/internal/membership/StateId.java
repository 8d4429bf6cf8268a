// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * What tells one memory of a node from another: random, made with the state folder and kept in it. A node that has lost
 * its folder has another mark, and so is not the voter it was.
 */
public record StateId(long value) {
    private static final int DIGITS = 16;

    public static StateId random(RandomGenerator chance) {
        return new StateId(chance.nextLong());
    }

    /** Reads back what {@link #toString()} wrote. */
    public static StateId parse(String text) {
        if (text.length() != DIGITS) {
            throw new IllegalArgumentException("a mark has " + DIGITS + " hex digits");
        }
        return new StateId(Long.parseUnsignedLong(text, 16));
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(value);
    }
}
