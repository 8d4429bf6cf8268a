// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

/**
 * How much a node is preferred as leader, {@value #MIN} to {@value #MAX}; higher is sooner. A preference: when the
 * preferred node cannot lead, any eligible one does.
 */
public record Priority(int value) implements Comparable<Priority> {
    public static final int MIN = 0;
    public static final int MAX = 100;
    /** No node is preferred over another. */
    public static final Priority DEFAULT = new Priority(MAX);

    public Priority {
        if (value < MIN || value > MAX) {
            throw new IllegalArgumentException("priority " + value + " must be from " + MIN + " to " + MAX);
        }
    }

    /** How many steps this priority is below the highest one. */
    public int stepsBehind() {
        return MAX - value;
    }

    public boolean isAbove(Priority other) {
        return value > other.value;
    }

    /**
     * The priority under which this node leads if the former leader named it as successor. If it is preferred over the
     * former leader, that leader yielded to it, and it leads under its own priority. Otherwise an operator chose it,
     * and it leads under the highest priority, so that no other node undoes that choice while it leads.
     */
    public Priority asSuccessorOf(Priority former) {
        return isAbove(former) ? this : DEFAULT;
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }
}
