// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** The numbers that one sender has used: each is new once, and one that is too far behind the highest never is. */
final class ReplayWindow {
    /** A sender numbers what it says to all, so that the numbers for one receiver have gaps. */
    static final int SIZE = 4_096;

    private final long[] taken = new long[SIZE / Long.SIZE];
    private long highest;

    /** Whether a number is new; it is not new any more afterwards. */
    boolean take(long number) {
        if (number <= 0 || number <= highest - SIZE || (number <= highest && isTaken(number))) {
            return false;
        }
        for (long skipped = Math.max(highest, number - SIZE) + 1; skipped <= number; skipped++) {
            taken[word(skipped)] &= ~bit(skipped);
        }
        highest = Math.max(highest, number);
        taken[word(number)] |= bit(number);
        return true;
    }

    private boolean isTaken(long number) {
        return (taken[word(number)] & bit(number)) != 0;
    }

    private static int word(long number) {
        return (int) (number % SIZE) / Long.SIZE;
    }

    private static long bit(long number) {
        return 1L << (number % Long.SIZE);
    }
}
