// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/** How many of the roundings up of groups of one weight each node takes, such that nodes are even over all groups. */
final class NodeShares {
    /** Less than any fraction of a partition that matters, and more than sums of fractions are off. */
    private static final double ROUNDING_ERROR = 1e-6;

    private final Problem problem;
    private final RoundingCells cells;
    private final int nodes;
    /** What nodes have of these groups without roundings up. */
    private final int[] base;
    /** What they have of heavier groups, in weight. */
    private final long[] load;

    private final int weight;
    private final int heaviest;
    private final int[] least;
    private final int[] most;

    NodeShares(Problem problem, RoundingCells cells, int[] base, long[] load, int weight, int heaviest) {
        this.problem = problem;
        this.cells = cells;
        this.base = base;
        this.load = load;
        this.weight = weight;
        this.heaviest = heaviest;
        nodes = problem.taking;
        least = new int[nodes];
        most = new int[nodes];
    }

    /** Each node the sum of its shares, rounded down or up; all groups may be on all nodes. */
    ColumnBounds byCapacity(long shared) {
        long capacityOfAll = Arrays.stream(problem.capacity, 0, nodes).sum();
        for (int node = 0; node < nodes; node++) {
            long share = shared * problem.capacity[node];
            least[node] = (int) (share / capacityOfAll - base[node]);
            most[node] = least[node] + (share % capacityOfAll == 0 ? 0 : 1);
        }
        return ColumnBounds.ofOnePool(least, most, cells.sum());
    }

    /** Each node the sum of its shares, rounded down or up, of which these are the fractions. */
    ColumnBounds around(double[] fractions) {
        for (int node = 0; node < nodes; node++) {
            least[node] = (int) Math.max(0, Math.floor(fractions[node] - ROUNDING_ERROR));
            most[node] = (int) Math.ceil(fractions[node] + ROUNDING_ERROR);
        }
        return ColumnBounds.ofOnePool(least, most, cells.sum());
    }

    /**
     * Equal capacities, and all groups may be on all nodes: each as many, and one more for some. Any node takes one more
     * that is not heavier with it, by more than the heaviest partition, than the lightest without; only when these do
     * not suffice do those take one that have least.
     */
    ColumnBounds even() {
        if (nodes == 0) {
            return ColumnBounds.ofOnePool(least, most, 0);
        }
        Arrays.fill(least, (int) (cells.sum() / nodes));
        System.arraycopy(least, 0, most, 0, nodes);
        int more = (int) (cells.sum() % nodes);
        if (more == 0) {
            return ColumnBounds.ofOnePool(least, most, cells.sum());
        }
        long[] sorted = Arrays.copyOf(load, nodes);
        Arrays.sort(sorted);
        // The load up to which nodes may take one more, and below which they must.
        long limit = sorted[0] + heaviest - weight;
        boolean enough = sorted[more - 1] <= limit;
        for (int node = 0; node < nodes; node++) {
            if (enough) {
                most[node] += load[node] <= limit ? 1 : 0;
            } else {
                least[node] += load[node] < sorted[more - 1] ? 1 : 0;
                most[node] += load[node] <= sorted[more - 1] ? 1 : 0;
            }
        }
        return ColumnBounds.ofOnePool(least, most, cells.sum());
    }

    /** Equal capacities, but not every group may be on every node. */
    ColumnBounds levelled() {
        int[] start = new int[nodes];
        Arrays.setAll(start, node -> base[node] + (int) Math.min(Integer.MAX_VALUE / 2, load[node] / weight));
        return new Levels(cells, start).bounds();
    }
}
