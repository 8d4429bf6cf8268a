// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Places partitions with replicas, or groups whose partitions differ in weight, which shares and roundings do not do
 * ({@link EvenAllocation}): keeps what may stay, places the rest where there is least, and then improves until nothing of
 * what is out of balance can be improved.
 *
 * <p>Two nodes are in balance when the one would not be better off than the other with the heaviest partition on top.
 * Without bans, pins and replicas and with equal capacities every pair of nodes gets there, within each group and over
 * all: as long as two nodes are further apart within a group, a partition can move; as long as they are further apart
 * in all, there is a group of which the one has more, by no more than its heaviest partition, and the two can exchange
 * what they have of it, which leaves the balance within the group as it was. Either makes the sum of squared loads
 * smaller, so there is an end.
 */
final class SearchAllocation {
    private static final int MAX_REPEATS = 8;

    private final Problem problem;
    private final Layout layout;
    private final int nodes;
    private final Placement placement;

    private final GroupLoads groupLoads;
    /** The load of each node: of the group at hand, and of all. */
    private long[] groupLoad;

    private final long[] load;
    private final long[] heaviest;
    private long heaviestOfAll;

    SearchAllocation(Problem problem) {
        this.problem = problem;
        layout = problem.layout;
        nodes = problem.taking;
        placement = new Placement(problem);
        load = new long[nodes];
        heaviest = new long[problem.groups.length];
        for (int group = 0; group < heaviest.length; group++) {
            for (int partition = 0; partition < layout.partitions()[group]; partition++) {
                heaviest[group] = Math.max(heaviest[group], problem.groups[group].weight(partition));
            }
            heaviestOfAll = Math.max(heaviestOfAll, heaviest[group]);
        }
        groupLoads = new GroupLoads(problem.capacity, nodes, heaviest);
        groupLoad = new long[nodes];
    }

    int[] place() {
        placement.keepWhatMayStay();
        for (int slot = 0; slot < layout.slots(); slot++) {
            int node = placement.next[slot];
            if (node >= 0 && node < nodes) {
                int group = layout.groupOf(slot);
                int weight = weight(group, slot);
                load[node] += weight;
                groupLoads.of(group)[node] += weight;
            }
        }
        for (int group = 0; group < problem.groups.length; group++) {
            groupLoad = groupLoads.of(group);
            placeMissing(group);
            balanceGroup(group);
        }
        // Where bans or replicas are in the way, an exchange over all can make a move within a group possible.
        boolean changed = balanceAll();
        for (int again = 0; changed && again < MAX_REPEATS; again++) {
            changed = false;
            for (int group = 0; group < problem.groups.length; group++) {
                groupLoad = groupLoads.of(group);
                changed |= balanceGroup(group);
            }
            changed = changed && balanceAll();
        }
        new LeaderSpread(problem, placement).spread();
        return placement.next;
    }

    private int weight(int group, int slot) {
        return problem.groups[group].weight(layout.partitionOf(group, slot));
    }

    private void placeMissing(int group) {
        int from = layout.first()[group];
        int missing = 0;
        for (int slot = from; slot < layout.first()[group + 1]; slot++) {
            missing += placement.next[slot] == Problem.NONE ? 1 : 0;
        }
        // Heaviest first; among equal ones the lowest. Packed into a long each, so that sorting needs no objects.
        long[] order = new long[missing];
        for (int slot = layout.first()[group + 1] - 1; slot >= from; slot--) {
            if (placement.next[slot] == Problem.NONE) {
                order[--missing] = ((long) (PartitionGroup.MAX_WEIGHT - weight(group, slot)) << 32) | slot;
            }
        }
        Arrays.sort(order);
        for (long packed : order) {
            int slot = (int) packed;
            int best = Problem.NONE;
            for (int node = 0; node < nodes; node++) {
                if ((best == Problem.NONE || isLess(node, best, weight(group, slot)))
                        && placement.mayTake(group, slot, node)) {
                    best = node;
                }
            }
            if (best == Problem.NONE) {
                best = beyondZoneLimit(group, slot);
            }
            if (best != Problem.NONE) {
                put(group, slot, best);
            }
        }
    }

    private int beyondZoneLimit(int group, int slot) {
        int best = Problem.NONE;
        for (int node = 0; node < nodes; node++) {
            if (placement.mayTakeBeyondZoneLimit(group, slot, node)) {
                if (node == problem.before[slot]) {
                    return node;
                }
                if (best == Problem.NONE || isLess(node, best, weight(group, slot))) {
                    best = node;
                }
            }
        }
        return best;
    }

    private boolean isLess(int node, int best, int weight) {
        int compared = compare(groupLoad[node] + weight, node, groupLoad[best] + weight, best);
        return compared < 0 || (compared == 0 && compare(load[node] + weight, node, load[best] + weight, best) < 0);
    }

    /** Compares loads in relation to capacities. */
    private int compare(long loadOfOne, int one, long loadOfOther, int other) {
        return Long.compare(loadOfOne * problem.capacity[other], loadOfOther * problem.capacity[one]);
    }

    private void put(int group, int slot, int node) {
        int weight = weight(group, slot);
        int old = placement.next[slot];
        if (old >= 0 && old < nodes) {
            groupLoad[old] -= weight;
            load[old] -= weight;
        }
        groupLoad[node] += weight;
        load[node] += weight;
        placement.next[slot] = node;
        groupLoads.changed(group);
    }

    private boolean balanceGroup(int group) {
        boolean changed = false;
        NodePairs pairs = new NodePairs(problem.capacity, nodes);
        while (pairs.next(groupLoad, heaviest[group])) {
            int slot = bestMove(group, pairs.high(), pairs.low());
            if (slot == Problem.NONE) {
                pairs.giveUp();
            } else {
                put(group, slot, pairs.low());
                pairs.moved();
                changed = true;
            }
        }
        return changed;
    }

    /** The partition whose move brings the two nodes nearest to each other within the group. */
    private int bestMove(int group, int high, int low) {
        int best = Problem.NONE;
        long bestRest = Long.MAX_VALUE;
        for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
            if (placement.next[slot] == high && placement.mayMove(group, slot, low)) {
                int weight = weight(group, slot);
                if (compare(groupLoad[low] + weight, low, groupLoad[high], high) < 0) {
                    long rest = Math.abs((groupLoad[high] - weight) * problem.capacity[low]
                            - (groupLoad[low] + weight) * problem.capacity[high]);
                    if (rest < bestRest) {
                        bestRest = rest;
                        best = slot;
                    }
                }
            }
        }
        return best;
    }

    private boolean balanceAll() {
        boolean changed = false;
        NodePairs pairs = new NodePairs(problem.capacity, nodes);
        while (pairs.next(load, heaviestOfAll)) {
            if (evenOut(pairs.high(), pairs.low())) {
                pairs.moved();
                changed = true;
            } else {
                pairs.giveUp();
            }
        }
        return changed;
    }

    /** Moves or exchanges partitions of one group such that the two nodes come nearer to each other. */
    private boolean evenOut(int high, int low) {
        for (int group = 0; group < problem.groups.length; group++) {
            groupLoad = groupLoads.of(group);
            if (groupLoad[high] == 0
                    || (!problem.groups[group].weightsDiffer() && !mayEase(group, heaviest[group], high, low))) {
                continue;
            }
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
                if (placement.next[slot] == high
                        && mayEase(group, weight(group, slot), high, low)
                        && placement.mayMove(group, slot, low)) {
                    put(group, slot, low);
                    return true;
                }
            }
        }
        for (int group = 0; group < problem.groups.length; group++) {
            groupLoad = groupLoads.of(group);
            if (helps(groupLoad[high] - groupLoad[low], high, low) && mayExchange(group, high, low)) {
                for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
                    int node = placement.next[slot];
                    if (node == high || node == low) {
                        put(group, slot, node == high ? low : high);
                    }
                }
                return true;
            }
        }
        return false;
    }

    private boolean mayEase(int group, long weight, int high, int low) {
        return helps(weight, high, low) && groupStaysEven(group, weight, high, low);
    }

    /** After so much has gone from high to low, is the fuller of the two less full than high was? */
    private boolean helps(long amount, int high, int low) {
        return amount > 0 && compare(load[low] + amount, low, load[high], high) < 0;
    }

    private boolean groupStaysEven(int group, long weight, int high, int low) {
        if (compare(groupLoad[high] - weight + heaviest[group], high, groupLoad[low] + weight, low) < 0) {
            return false;
        }
        int least = groupLoads.leastBut(group, high, low);
        int most = groupLoads.mostBut(group, high, low);
        return (least == Problem.NONE
                        || compare(groupLoad[least] + heaviest[group], least, groupLoad[low] + weight, low) >= 0)
                && (most == Problem.NONE
                        || compare(groupLoad[high] - weight + heaviest[group], high, groupLoad[most], most) >= 0);
    }

    private boolean mayExchange(int group, int high, int low) {
        if (layout.replicas()[group] > 1 || problem.capacity[high] != problem.capacity[low]) {
            return false;
        }
        for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
            int node = placement.next[slot];
            if ((node == high && !placement.mayMove(group, slot, low))
                    || (node == low && !placement.mayMove(group, slot, high))) {
                return false;
            }
        }
        return true;
    }
}
