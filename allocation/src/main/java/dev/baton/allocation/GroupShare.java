// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * The share of each node of one group: in proportion to capacities, among the nodes that the group may be on. A node for
 * which more is reserved than that has what is reserved, and the others share the rest.
 */
final class GroupShare {
    /** The shares rounded down. */
    final int[] base;
    /** Shares that are no whole numbers, and so can be rounded up. */
    final boolean[] open;
    /** How many of them are to be rounded up. */
    int rest;
    /** What the shares that can be rounded are fractions of: {@code shared * capacity / capacityOfSharing}. */
    long shared;

    long capacityOfSharing;
    /** Every node has a share by its capacity alone. */
    boolean uniform;
    /** How many partitions do not stay where they are for other reasons than balance. */
    int free;

    private final Problem problem;
    private final Reservations reservations;
    private final int nodes;
    private final long capacityOfAll;
    private final int[] reserved;
    private boolean anyReserved;
    private boolean current;

    GroupShare(Problem problem, Reservations reservations) {
        this.problem = problem;
        this.reservations = reservations;
        nodes = problem.taking;
        base = new int[nodes];
        open = new boolean[nodes];
        reserved = new int[nodes];
        long sum = 0;
        for (int node = 0; node < nodes; node++) {
            sum += problem.capacity[node];
        }
        capacityOfAll = sum;
    }

    void compute(int group) {
        boolean reservedBefore = anyReserved;
        int formerly = free;
        count(group);
        if (problem.hasBans(group) || anyReserved || reservedBefore) {
            current = false;
            share(group);
        } else if (!current || formerly != free) {
            current = true;
            share(group);
        }
    }

    /** Whether a partition stays on a node that keeps what it has and takes nothing new. */
    boolean stays(int group, int slot) {
        int node = problem.before[slot];
        if (node < problem.taking || node >= problem.keeping) {
            return false;
        }
        int its = reservations.of(slot);
        return its == Reservations.FREE ? !problem.bannedGroup(group, node) : its == node;
    }

    private void count(int group) {
        if (anyReserved) {
            Arrays.fill(reserved, 0);
        }
        anyReserved = false;
        if (reservations.isEmpty() && problem.keeping == problem.taking) {
            free = problem.layout.first()[group + 1] - problem.layout.first()[group];
            return;
        }
        free = 0;
        for (int slot = problem.layout.first()[group]; slot < problem.layout.first()[group + 1]; slot++) {
            int its = reservations.of(slot);
            if (its == Reservations.FREE) {
                free += stays(group, slot) ? 0 : 1;
            } else if (its != Problem.NONE && its < nodes) {
                free++;
                reserved[its]++;
                anyReserved = true;
            }
        }
    }

    private void share(int group) {
        shared = free;
        capacityOfSharing = capacityOfAll;
        uniform = true;
        Arrays.fill(open, true);
        if (problem.hasBans(group)) {
            for (int node = 0; node < nodes; node++) {
                if (problem.bannedGroup(group, node)) {
                    uniform = false;
                    open[node] = false;
                    base[node] = 0;
                    capacityOfSharing -= problem.capacity[node];
                }
            }
        }
        while (anyReserved && someHaveMoreReserved()) {
            uniform = false;
        }
        rest = (int) shared;
        if (capacityOfSharing == 0) {
            rest = 0;
            return;
        }
        for (int node = 0; node < nodes; node++) {
            if (open[node]) {
                long share = shared * problem.capacity[node];
                base[node] = (int) (share / capacityOfSharing);
                open[node] = share % capacityOfSharing != 0;
                rest -= base[node];
            }
        }
    }

    /** Takes nodes out of the sharing that have more reserved than their share. */
    private boolean someHaveMoreReserved() {
        long sharedBefore = shared;
        long capacityBefore = capacityOfSharing;
        boolean found = false;
        for (int node = 0; node < nodes; node++) {
            if (open[node] && reserved[node] * capacityBefore > sharedBefore * problem.capacity[node]) {
                open[node] = false;
                base[node] = reserved[node];
                shared -= reserved[node];
                capacityOfSharing -= problem.capacity[node];
                found = true;
            }
        }
        return found;
    }
}
