// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/** Why a slot goes from one node to another. */
final class MoveReasons {
    private final Problem problem;
    private final long[] groupLoad;
    private int summed = Problem.NONE;

    MoveReasons(Problem problem) {
        this.problem = problem;
        groupLoad = new long[problem.present];
    }

    MoveReason of(int group, int first, int slot, int from, int to) {
        if (from == Problem.NONE) {
            return MoveReason.NOT_PLACED_BEFORE;
        }
        if (from >= problem.present) {
            return MoveReason.NODE_GONE;
        }
        int pin = problem.pinOf(first);
        if (pin != Problem.NONE && (to == pin || (to == Problem.NONE && slot == first))) {
            return MoveReason.PINNED;
        }
        if (problem.banned(group, first, from)) {
            return MoveReason.BANNED;
        }
        if (from >= problem.keeping) {
            return MoveReason.NODE_DRAINING;
        }
        if (to == Problem.NONE || zoneIsTooFull(group, first, from)) {
            return MoveReason.ZONE_SPREAD;
        }
        if (summed != group) {
            sum(group);
        }
        int weight = problem.groups[group].weight(problem.layout.partitionOf(group, slot));
        boolean groupGains = (groupLoad[to] + weight) * problem.capacity[from] < groupLoad[from] * problem.capacity[to];
        return groupGains ? MoveReason.GROUP_BALANCE : MoveReason.CLUSTER_BALANCE;
    }

    private boolean zoneIsTooFull(int group, int first, int node) {
        int replicas = problem.layout.replicas()[group];
        if (replicas == 1) {
            return false;
        }
        int inZone = 0;
        for (int slot = first; slot < first + replicas; slot++) {
            int other = problem.before[slot];
            inZone += other >= 0 && other < problem.present && problem.zone[other] == problem.zone[node] ? 1 : 0;
        }
        return inZone > problem.maxPerZone(group, first);
    }

    private void sum(int group) {
        Arrays.fill(groupLoad, 0);
        int replicas = problem.layout.replicas()[group];
        int slot = problem.layout.first()[group];
        for (int partition = 0; partition < problem.layout.partitions()[group]; partition++) {
            int weight = problem.groups[group].weight(partition);
            for (int replica = 0; replica < replicas; replica++, slot++) {
                int node = problem.before[slot];
                if (node >= 0 && node < problem.present) {
                    groupLoad[node] += weight;
                }
            }
        }
        summed = group;
    }
}
