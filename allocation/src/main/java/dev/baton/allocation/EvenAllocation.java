// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/** Places partitions that weigh the same and may go anywhere: exactly balanced, with the fewest moves. */
final class EvenAllocation {
    private final Problem problem;
    private final int nodes;
    private final long capacityOfAll;
    private final boolean equalCapacities;
    private final int[] next;

    EvenAllocation(Problem problem) {
        this.problem = problem;
        nodes = problem.taking;
        next = new int[problem.layout.slots()];
        long sum = 0;
        boolean equal = true;
        for (int node = 0; node < nodes; node++) {
            sum += problem.capacity[node];
            equal &= problem.capacity[node] == problem.capacity[0];
        }
        capacityOfAll = sum;
        equalCapacities = equal;
    }

    int[] place() {
        int groups = problem.groups.length;
        int[] free = new int[groups];
        int[] row = new int[groups];
        int[] rests = new int[groups];
        long[] base = new long[nodes];
        long freeInAll = 0;
        int rows = 0;
        for (int group = 0; group < groups; group++) {
            free[group] = countFree(group);
            freeInAll += free[group];
            row[group] = Problem.NONE;
            int rest = free[group];
            for (int node = 0; node < nodes; node++) {
                int share = share(free[group], node);
                base[node] += share;
                rest -= share;
            }
            if (rest > 0 && nodes > 0) {
                rests[rows] = rest;
                row[group] = rows++;
            }
        }
        if (nodes == 0) {
            keepOnly();
            return next;
        }

        int[] least = new int[nodes];
        int[] most = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            long share = freeInAll * problem.capacity[node];
            least[node] = (int) (share / capacityOfAll - base[node]);
            most[node] = least[node] + (share % capacityOfAll == 0 ? 0 : 1);
        }
        EvenQuotas quotas = new EvenQuotas(rows, nodes, least, most);
        int[] counts = new int[nodes];
        for (int group = 0; group < groups; group++) {
            if (row[group] != Problem.NONE) {
                openCells(quotas, group, row[group], rests[row[group]], free[group], counts);
            }
        }
        quotas.solve();
        int[] order = new int[nodes];
        for (int group = 0; group < groups; group++) {
            for (int node = 0; node < nodes; node++) {
                counts[node] =
                        share(free[group], node) + (row[group] != Problem.NONE && quotas.up(row[group], node) ? 1 : 0);
            }
            fill(group, counts, order);
        }
        return next;
    }

    private int share(int free, int node) {
        return equalCapacities ? free / nodes : (int) (free * problem.capacity[node] / capacityOfAll);
    }

    /** Partitions that do not stay on a node that keeps what it has. */
    private int countFree(int group) {
        int free = 0;
        for (int slot = problem.layout.first()[group]; slot < problem.layout.first()[group + 1]; slot++) {
            free += stays(slot) ? 0 : 1;
        }
        return free;
    }

    private boolean stays(int slot) {
        return problem.before[slot] >= problem.taking && problem.before[slot] < problem.keeping;
    }

    private void openCells(EvenQuotas quotas, int group, int row, int rest, int free, int[] counts) {
        quotas.row(row, rest);
        Arrays.fill(counts, 0);
        for (int slot = problem.layout.first()[group]; slot < problem.layout.first()[group + 1]; slot++) {
            int node = problem.before[slot];
            if (node >= 0 && node < nodes) {
                counts[node]++;
            }
        }
        int equalShare = free / nodes;
        for (int node = 0; node < nodes; node++) {
            if (equalCapacities) {
                quotas.open(row, node, counts[node] > equalShare);
            } else if (free * problem.capacity[node] % capacityOfAll != 0) {
                quotas.open(row, node, counts[node] > share(free, node));
            }
        }
    }

    /** Keeps what fits into the quotas, the lowest partitions first, and deals the rest out one at a time. */
    private void fill(int group, int[] quota, int[] order) {
        int from = problem.layout.first()[group];
        int to = problem.layout.first()[group + 1];
        for (int slot = from; slot < to; slot++) {
            int node = problem.before[slot];
            if (stays(slot)) {
                next[slot] = node;
            } else if (node >= 0 && node < nodes && quota[node] > 0) {
                next[slot] = node;
                quota[node]--;
            } else {
                next[slot] = Problem.NONE;
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
            if (next[slot] == Problem.NONE) {
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

    private static int withQuota(int[] quota, int[] order, int open) {
        int kept = 0;
        for (int i = 0; i < open; i++) {
            if (quota[order[i]] > 0) {
                order[kept++] = order[i];
            }
        }
        return kept;
    }

    private void keepOnly() {
        for (int slot = 0; slot < next.length; slot++) {
            next[slot] = stays(slot) ? problem.before[slot] : Problem.NONE;
        }
    }
}
