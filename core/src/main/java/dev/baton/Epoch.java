// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Invariant;

/**
 * The fencing token of an election: strictly higher with every new leadership, never reused, unchanged by renewal.
 * {@link #NONE} is lower than all of them and is never granted.
 */
public record Epoch(long value) implements Comparable<Epoch> {
    public static final Epoch NONE = new Epoch(0);

    public Epoch {
        if (value < 0) {
            throw new IllegalArgumentException("epoch " + value + " is negative");
        }
    }

    /** The epoch with this number. */
    public static Epoch of(long value) {
        return new Epoch(value);
    }

    /** The epoch after this one. */
    public Epoch next() {
        Invariant.check(value < Long.MAX_VALUE, "epoch %s has no successor", value);
        return new Epoch(value + 1);
    }

    /** Whether this epoch is higher than the other. */
    public boolean isAfter(Epoch other) {
        return value > other.value;
    }

    /** The higher of the two. */
    public Epoch max(Epoch other) {
        return value >= other.value ? this : other;
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
