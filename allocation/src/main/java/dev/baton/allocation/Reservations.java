// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Where partitions of one replica go that may not go everywhere their group may. A pinned one goes where it is pinned.
 * One that is banned from nodes stays where it is, as long as its group is even with it; otherwise it goes where its
 * group has least. Everything else is dealt out around them.
 */
final class Reservations {
    /** The partition may go wherever its group may. */
    static final int FREE = -2;

    private final Problem problem;
    private final int[] slots;
    private final int[] chosen;
    /** What each node has reserved, of all groups. */
    private final int[] all;

    Reservations(Problem problem) {
        this.problem = problem;
        slots = problem.special();
        chosen = new int[slots.length];
        Arrays.fill(chosen, Problem.NONE);
        all = new int[problem.keeping];
        int to;
        for (int from = 0; from < slots.length; from = to) {
            int group = problem.layout.groupOf(slots[from]);
            to = from + 1;
            while (to < slots.length && slots[to] < problem.layout.first()[group + 1]) {
                to++;
            }
            choose(group, from, to);
        }
    }

    /** The node of the partition in this slot, {@link Problem#NONE} when none may have it, or {@link #FREE}. */
    int of(int slot) {
        if (slots.length == 0) {
            return FREE;
        }
        int found = Arrays.binarySearch(slots, slot);
        return found < 0 ? FREE : chosen[found];
    }

    boolean isEmpty() {
        return slots.length == 0;
    }

    private void choose(int group, int from, int to) {
        int[] reserved = new int[problem.keeping];
        for (int i = from; i < to; i++) {
            if (problem.pinOf(slots[i]) != Problem.NONE) {
                reserve(i, pinned(group, slots[i]), reserved);
            }
        }
        for (int i = from; i < to; i++) {
            int node = problem.before[slots[i]];
            if (problem.pinOf(slots[i]) == Problem.NONE && mayStay(group, slots[i], node, reserved)) {
                reserve(i, node, reserved);
            }
        }
        int[] has = reserved.clone();
        for (int slot = problem.layout.first()[group]; slot < problem.layout.first()[group + 1]; slot++) {
            int node = problem.before[slot];
            if (node >= 0 && node < problem.taking && of(slot) == FREE) {
                has[node]++;
            }
        }
        for (int i = from; i < to; i++) {
            if (problem.pinOf(slots[i]) == Problem.NONE && chosen[i] == Problem.NONE) {
                int node = leastFull(group, slots[i], has);
                reserve(i, node, reserved);
                if (node != Problem.NONE) {
                    has[node]++;
                }
            }
        }
    }

    private void reserve(int i, int node, int[] reserved) {
        chosen[i] = node;
        if (node != Problem.NONE) {
            reserved[node]++;
            all[node]++;
        }
    }

    private int pinned(int group, int slot) {
        int pin = problem.pinOf(slot);
        boolean there = pin < problem.taking || (pin < problem.keeping && problem.before[slot] == pin);
        return there && !problem.banned(group, slot, pin) ? pin : Problem.NONE;
    }

    private boolean mayStay(int group, int slot, int node, int[] reserved) {
        if (node < 0 || node >= problem.keeping || problem.banned(group, slot, node)) {
            return false;
        }
        // No more of them than the node's share of the group, rounded up.
        return node >= problem.taking
                || reserved[node] * capacityFor(group) < problem.layout.partitions()[group] * problem.capacity[node];
    }

    private long capacityFor(int group) {
        long sum = 0;
        for (int node = 0; node < problem.taking; node++) {
            sum += problem.bannedGroup(group, node) ? 0 : problem.capacity[node];
        }
        return sum;
    }

    private int leastFull(int group, int slot, int[] has) {
        int best = Problem.NONE;
        for (int node = 0; node < problem.taking; node++) {
            if (!problem.banned(group, slot, node) && (best == Problem.NONE || isLess(node, best, has))) {
                best = node;
            }
        }
        return best;
    }

    private boolean isLess(int node, int best, int[] has) {
        int compared = Long.compare((has[node] + 1) * problem.capacity[best], (has[best] + 1) * problem.capacity[node]);
        return compared < 0
                || (compared == 0
                        && (all[node] + 1) * problem.capacity[best] < (all[best] + 1) * problem.capacity[node]);
    }
}
