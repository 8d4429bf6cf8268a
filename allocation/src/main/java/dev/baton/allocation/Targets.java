// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Whether the target of the previous plan is as good as a new one, so that rounds that follow each other go on to one
 * target. It is when it keeps to every rule, places as much, is as balanced and, where the fewest moves are known, needs
 * no more of them.
 */
final class Targets {
    private final Problem problem;
    private final Layout layout;
    private final boolean plain;

    Targets(Problem problem, boolean plain) {
        this.problem = problem;
        layout = problem.layout;
        this.plain = plain;
    }

    int[] choose(int[] fresh) {
        int[] former = problem.targetBefore;
        if (former == null || !isAllowed(former, fresh)) {
            return fresh;
        }
        if (plain && (!new EvenCheck(problem).isEven(former) || moves(former) > moves(fresh))) {
            return fresh;
        }
        return plain || imbalance(former) <= imbalance(fresh) ? former : fresh;
    }

    private boolean isAllowed(int[] former, int[] fresh) {
        Placement placement = new Placement(problem);
        System.arraycopy(former, 0, placement.next, 0, former.length);
        for (int group = 0; group < problem.groups.length; group++) {
            int replicas = layout.replicas()[group];
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
                int node = former[slot];
                boolean stays = node >= problem.taking && node < problem.keeping && problem.before[slot] == node;
                boolean emptyAsWell = node == Problem.NONE && fresh[slot] == Problem.NONE;
                boolean taken = node >= 0 && node < problem.taking && placement.mayTake(group, slot, node);
                if (!stays && !emptyAsWell && !taken) {
                    return false;
                }
            }
            if (replicas == 1 && isPinnedElsewhere(group, former)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPinnedElsewhere(int group, int[] former) {
        for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
            int pin = problem.pinOf(slot);
            if (pin != Problem.NONE && former[slot] != pin && former[slot] != Problem.NONE) {
                return true;
            }
        }
        return false;
    }

    private int moves(int[] target) {
        int moves = 0;
        for (int slot = 0; slot < target.length; slot++) {
            moves += target[slot] == problem.before[slot] ? 0 : 1;
        }
        return moves;
    }

    /** By how much nodes are further apart than the heaviest partition, added up over groups and the whole. */
    private double imbalance(int[] target) {
        long[] all = new long[problem.taking];
        long[] ofGroup = new long[problem.taking];
        long heaviestOfAll = 0;
        double sum = 0;
        for (int group = 0; group < problem.groups.length; group++) {
            Arrays.fill(ofGroup, 0);
            long heaviest = 0;
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
                int weight = problem.groups[group].weight(layout.partitionOf(group, slot));
                heaviest = Math.max(heaviest, weight);
                if (target[slot] >= 0 && target[slot] < problem.taking) {
                    ofGroup[target[slot]] += weight;
                    all[target[slot]] += weight;
                }
            }
            heaviestOfAll = Math.max(heaviestOfAll, heaviest);
            sum += excess(ofGroup, heaviest);
        }
        return sum + excess(all, heaviestOfAll);
    }

    private double excess(long[] load, long slack) {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (int node = 0; node < load.length; node++) {
            most = Math.max(most, (double) load[node] / problem.capacity[node]);
            least = Math.min(least, (double) (load[node] + slack) / problem.capacity[node]);
        }
        return load.length == 0 ? 0 : Math.max(0, most - least);
    }
}
