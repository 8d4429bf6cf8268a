// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import org.jspecify.annotations.Nullable;

/**
 * What each node has of each group, in weight, and which nodes have most and least of it in relation to their capacity:
 * enough of them to leave out two.
 */
final class GroupLoads {
    private static final int KNOWN = 3;

    private final long[] capacity;
    private final long[][] loads;
    /** The heaviest partition of each group. */
    private final long[] heaviest;
    /** Those that would have least with the heaviest partition on top, and those that have most; null once it changed. */
    private final int[] @Nullable [] least;

    private final int[] @Nullable [] most;

    GroupLoads(long[] capacity, int nodes, long[] heaviest) {
        this.capacity = capacity;
        this.heaviest = heaviest;
        loads = new long[heaviest.length][nodes];
        least = new int[heaviest.length][];
        most = new int[heaviest.length][];
    }

    /** What each node has of a group; to be told of changes. */
    long[] of(int group) {
        return loads[group];
    }

    void changed(int group) {
        least[group] = null;
        most[group] = null;
    }

    /** The node that would have least of a group with its heaviest partition on top, but for two; negative if there is none. */
    int leastBut(int group, int one, int other) {
        int[] known = least[group];
        if (known == null) {
            known = first(group, heaviest[group], true);
            least[group] = known;
        }
        return but(known, one, other);
    }

    /** The node that has most of a group, but for two; negative if there is none. */
    int mostBut(int group, int one, int other) {
        int[] known = most[group];
        if (known == null) {
            known = first(group, 0, false);
            most[group] = known;
        }
        return but(known, one, other);
    }

    private static int but(int[] known, int one, int other) {
        for (int node : known) {
            if (node != one && node != other) {
                return node;
            }
        }
        return Problem.NONE;
    }

    private int[] first(int group, long slack, boolean fromLeast) {
        long[] row = loads[group];
        int[] found = new int[Math.min(KNOWN, row.length)];
        int size = 0;
        for (int node = 0; node < row.length; node++) {
            int place = size;
            while (place > 0 && isBefore(row, slack, node, found[place - 1], fromLeast)) {
                if (place < found.length) {
                    found[place] = found[place - 1];
                }
                place--;
            }
            if (place < found.length) {
                found[place] = node;
                size = Math.min(size + 1, found.length);
            }
        }
        return found;
    }

    private boolean isBefore(long[] row, long slack, int node, int other, boolean fromLeast) {
        long its = (row[node] + slack) * capacity[other];
        long others = (row[other] + slack) * capacity[node];
        return fromLeast ? its < others : its > others;
    }
}
