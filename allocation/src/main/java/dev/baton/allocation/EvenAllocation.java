// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Places groups of one replica, within each of which all partitions weigh the same: exactly balanced, with the fewest
 * moves.
 *
 * <p>Each node gets its share of each group, rounded up or down by {@link EvenQuotas}. Groups of the same weight are
 * rounded together; those of another weight follow, the heaviest first, around what the nodes have by then.
 */
final class EvenAllocation {
    private final Problem problem;
    private final Layout layout;
    private final int nodes;
    private final Reservations reservations;
    private final GroupShare share;
    private final boolean equalCapacities;
    private final int[] next;
    /** What each node has of the groups that are done, in weight. */
    private final long[] load;

    EvenAllocation(Problem problem) {
        this.problem = problem;
        layout = problem.layout;
        nodes = problem.taking;
        reservations = new Reservations(problem);
        share = new GroupShare(problem, reservations);
        next = new int[layout.slots()];
        load = new long[nodes];
        equalCapacities = Arrays.stream(problem.capacity, 0, nodes).distinct().count() <= 1;
    }

    int[] place() {
        int[] weights = new int[problem.groups.length];
        Arrays.setAll(weights, group -> layout.partitions()[group] == 0 ? 0 : -problem.groups[group].weight(0));
        int[] heaviestFirst =
                Arrays.stream(weights).filter(it -> it != 0).distinct().sorted().toArray();
        for (int weight : heaviestFirst) {
            int[] its = IntStream.range(0, weights.length)
                    .filter(group -> weights[group] == weight)
                    .toArray();
            place(its, -weight, -heaviestFirst[0], heaviestFirst.length > 1);
        }
        return next;
    }

    /** Places groups of the same weight. */
    private void place(int[] groups, int weight, int heaviest, boolean severalWeights) {
        int[] row = new int[groups.length];
        int[] gives = new int[groups.length];
        int[] base = new int[nodes];
        int rows = 0;
        boolean uniform = true;
        long shared = 0;
        for (int i = 0; i < groups.length; i++) {
            share.compute(groups[i]);
            for (int node = 0; node < nodes; node++) {
                base[node] += share.base[node];
            }
            uniform &= share.uniform;
            shared += share.free;
            row[i] = share.rest > 0 ? rows : Problem.NONE;
            if (share.rest > 0) {
                gives[rows++] = share.rest;
            }
        }
        RoundingCells cells = new RoundingCells(rows, nodes);
        System.arraycopy(gives, 0, cells.gives, 0, rows);
        double[] fractions = new double[equalCapacities ? 0 : nodes];
        int[] counts = new int[nodes];
        for (int i = 0; i < groups.length; i++) {
            if (row[i] != Problem.NONE) {
                openCells(cells, row[i], groups[i], counts, fractions);
            }
        }
        NodeShares shares = new NodeShares(problem, cells, base, load, weight, heaviest);
        EvenQuotas quotas = new EvenQuotas(
                cells,
                uniform
                        ? equalCapacities ? shares.even() : shares.byCapacity(shared)
                        : equalCapacities ? shares.levelled() : shares.around(fractions));
        quotas.solve();
        int[] order = new int[nodes];
        for (int i = 0; i < groups.length; i++) {
            share.compute(groups[i]);
            System.arraycopy(share.base, 0, counts, 0, nodes);
            if (row[i] != Problem.NONE) {
                quotas.addUps(row[i], counts);
            }
            for (int node = 0; node < nodes && severalWeights; node++) {
                load[node] += (long) weight * counts[node];
            }
            fill(groups[i], counts, order);
        }
    }

    private void openCells(RoundingCells cells, int row, int group, int[] counts, double[] fractions) {
        share.compute(group);
        if (share.uniform && equalCapacities) {
            cells.openAll(row);
        } else {
            for (int node = 0; node < nodes; node++) {
                if (share.open[node]) {
                    cells.open(row, node);
                    if (!equalCapacities) {
                        fractions[node] += (double) (share.shared * problem.capacity[node] % share.capacityOfSharing)
                                / share.capacityOfSharing;
                    }
                }
            }
        }
        // What could stay beyond the shares rounded down.
        Arrays.fill(counts, 0);
        for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
            int its = reservations.of(slot);
            int node = its == Reservations.FREE ? problem.before[slot] : its;
            if (node >= 0 && node < nodes && ++counts[node] == share.base[node] + 1 && share.open[node]) {
                cells.keep(row, node);
            }
        }
    }

    /** Keeps what fits into the quotas, the lowest partitions first, and deals the rest out one at a time. */
    private void fill(int group, int[] quota, int[] order) {
        int from = layout.first()[group];
        int to = layout.first()[group + 1];
        for (int slot = from; slot < to; slot++) {
            int its = reservations.of(slot);
            next[slot] = its == Reservations.FREE ? Problem.NONE : its;
            if (its >= 0 && its < nodes) {
                quota[its]--;
            }
        }
        for (int slot = from; slot < to; slot++) {
            int node = problem.before[slot];
            if (isOpen(slot)) {
                if (share.stays(group, slot)) {
                    next[slot] = node;
                } else if (node >= 0 && node < nodes && quota[node] > 0) {
                    next[slot] = node;
                    quota[node]--;
                }
            }
        }
        int open = 0;
        for (int node = 0; node < nodes; node++) {
            if (quota[node] > 0) {
                order[open++] = node;
            }
        }
        int turn = 0;
        for (int slot = from; slot < to && open > 0; slot++) {
            if (isOpen(slot)) {
                if (turn == open) {
                    turn = 0;
                    open = withQuota(quota, order, open);
                }
                int node = order[turn++];
                next[slot] = node;
                quota[node]--;
            }
        }
    }

    private boolean isOpen(int slot) {
        return next[slot] == Problem.NONE && reservations.of(slot) == Reservations.FREE;
    }

    private static int withQuota(int[] quota, int[] order, int open) {
        int kept = 0;
        for (int i = 0; i < open; i++) {
            if (quota[order[i]] > 0) {
                order[kept++] = order[i];
            }
        }
        return kept;
    }
}
