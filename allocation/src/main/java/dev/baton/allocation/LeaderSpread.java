// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Chooses which replica of each partition leads, such that no node leads more than it must over all groups, changing
 * few leaders: as long as one node leads at least two more than another that a chain of partitions connects it with,
 * each partition of the shortest such chain passes its leadership on.
 */
final class LeaderSpread {
    private final Problem problem;
    private final Layout layout;
    private final int[] next;
    private final int nodes;
    private final int[] leads;
    private final int[] via;
    private final int[] chain;

    LeaderSpread(Problem problem, Placement placement) {
        this.problem = problem;
        layout = problem.layout;
        next = placement.next;
        nodes = problem.keeping;
        leads = new int[nodes];
        via = new int[nodes];
        chain = new int[nodes];
    }

    void spread() {
        if (!chooseFirst()) {
            return;
        }
        boolean[] done = new boolean[nodes];
        while (true) {
            int most = Problem.NONE;
            for (int node = 0; node < nodes; node++) {
                if (!done[node] && (most == Problem.NONE || leads[node] > leads[most])) {
                    most = node;
                }
            }
            if (most == Problem.NONE) {
                return;
            }
            if (passOn(most)) {
                Arrays.fill(done, false);
            } else {
                done[most] = true;
            }
        }
    }

    /** Fills empty first slots, and lets new partitions be led by the node that leads the least. */
    private boolean chooseFirst() {
        boolean anyReplicas = false;
        for (int group = 0; group < problem.groups.length; group++) {
            int replicas = layout.replicas()[group];
            anyReplicas |= replicas > 1 && layout.partitions()[group] > 0;
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot += replicas) {
                if (replicas > 1 && problem.pinOf(slot) == Problem.NONE) {
                    if (next[slot] == Problem.NONE || next[slot] != problem.before[slot]) {
                        leastLeading(slot, replicas);
                    }
                }
                if (next[slot] >= 0) {
                    leads[next[slot]]++;
                }
            }
        }
        return anyReplicas;
    }

    private void leastLeading(int slot, int replicas) {
        int best = Problem.NONE;
        for (int replica = slot; replica < slot + replicas; replica++) {
            if (next[replica] >= 0 && (best == Problem.NONE || leads[next[replica]] < leads[next[best]])) {
                best = replica;
            }
        }
        if (best != Problem.NONE) {
            swap(slot, best);
        }
    }

    private void swap(int one, int other) {
        int node = next[one];
        next[one] = next[other];
        next[other] = node;
    }

    private boolean passOn(int most) {
        Arrays.fill(via, Problem.NONE);
        int reached = 0;
        chain[reached++] = most;
        for (int at = 0; at < reached; at++) {
            int node = chain[at];
            for (int group = 0; group < problem.groups.length; group++) {
                int replicas = layout.replicas()[group];
                for (int slot = layout.first()[group];
                        replicas > 1 && slot < layout.first()[group + 1];
                        slot += replicas) {
                    if (next[slot] != node || problem.pinOf(slot) != Problem.NONE) {
                        continue;
                    }
                    for (int replica = slot + 1; replica < slot + replicas; replica++) {
                        int other = next[replica];
                        if (other < 0 || other == most || via[other] != Problem.NONE) {
                            continue;
                        }
                        via[other] = replica;
                        if (leads[other] + 2 <= leads[most]) {
                            passAlong(other, most);
                            return true;
                        }
                        chain[reached++] = other;
                    }
                }
            }
        }
        return false;
    }

    private void passAlong(int last, int most) {
        leads[last]++;
        leads[most]--;
        int node = last;
        while (node != most) {
            int replica = via[node];
            int group = layout.groupOf(replica);
            int first = layout.firstOf(group, replica);
            node = next[first];
            swap(first, replica);
        }
    }
}
