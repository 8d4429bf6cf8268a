// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

/**
 * The numbers that one sender has used: each is new once, and one that is too far behind the highest never is. Confined to
 * one thread.
 */
public final class ReplayWindow {
    private final int size;
    private final long[] taken;
    private long highest;

    /** @param size how far behind the highest a number may be; a multiple of 64 */
    public ReplayWindow(int size) {
        this.size = size;
        this.taken = new long[size / Long.SIZE];
    }

    /** Whether a number is new; it is no longer new afterwards. */
    public boolean take(long number) {
        if (number <= 0 || number <= highest - size || (number <= highest && isTaken(number))) {
            return false;
        }
        for (long skipped = Math.max(highest, number - size) + 1; skipped <= number; skipped++) {
            taken[word(skipped)] &= ~bit(skipped);
        }
        highest = Math.max(highest, number);
        taken[word(number)] |= bit(number);
        return true;
    }

    private boolean isTaken(long number) {
        return (taken[word(number)] & bit(number)) != 0;
    }

    private int word(long number) {
        return (int) (number % size) / Long.SIZE;
    }

    private static long bit(long number) {
        return 1L << (number % Long.SIZE);
    }
}
