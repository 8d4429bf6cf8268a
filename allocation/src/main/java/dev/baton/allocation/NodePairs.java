// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Pairs of nodes that are out of balance, the widest apart first. A node that could give nothing to any other is asked
 * again when its own load has changed, and, since those of others count too, once more when all are through: nothing is
 * left that was not tried after the last change.
 */
final class NodePairs {
    private final long[] capacity;
    private final int nodes;
    private final boolean[] gaveUpHigh;
    private final boolean[] gaveUpLow;
    private boolean changed;
    private int high = Problem.NONE;
    private int low = Problem.NONE;

    NodePairs(long[] capacity, int nodes) {
        this.capacity = capacity;
        this.nodes = nodes;
        gaveUpHigh = new boolean[nodes];
        gaveUpLow = new boolean[nodes];
    }

    int high() {
        return high;
    }

    int low() {
        return low;
    }

    /** The next pair of which the one has more than the other would have with the slack on top. */
    boolean next(long[] load, long slack) {
        while (true) {
            if (high == Problem.NONE) {
                high = fullest(load);
                if (high == Problem.NONE) {
                    if (!changed) {
                        return false;
                    }
                    changed = false;
                    Arrays.fill(gaveUpHigh, false);
                    continue;
                }
            }
            low = emptiest(load, slack);
            if (low != Problem.NONE && low != high && isMore(load[high], high, load[low] + slack, low)) {
                return true;
            }
            gaveUpHigh[high] = true;
            high = Problem.NONE;
            Arrays.fill(gaveUpLow, false);
        }
    }

    /** Nothing can go from the one to the other. */
    void giveUp() {
        gaveUpLow[low] = true;
    }

    /** Something went from the one to the other. */
    void moved() {
        gaveUpHigh[low] = false;
        high = Problem.NONE;
        changed = true;
        Arrays.fill(gaveUpLow, false);
    }

    private int fullest(long[] load) {
        int found = Problem.NONE;
        for (int node = 0; node < nodes; node++) {
            if (!gaveUpHigh[node] && (found == Problem.NONE || isMore(load[node], node, load[found], found))) {
                found = node;
            }
        }
        return found;
    }

    /** The one that would have least with the slack on top, which is not always the one that has least. */
    private int emptiest(long[] load, long slack) {
        int found = Problem.NONE;
        for (int node = 0; node < nodes; node++) {
            if (!gaveUpLow[node]
                    && (found == Problem.NONE || isMore(load[found] + slack, found, load[node] + slack, node))) {
                found = node;
            }
        }
        return found;
    }

    private boolean isMore(long loadOfOne, int one, long loadOfOther, int other) {
        return loadOfOne * capacity[other] > loadOfOther * capacity[one];
    }
}
