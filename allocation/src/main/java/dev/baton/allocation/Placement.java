// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/** Placements as they grow, and the rules that say where a replica may be: pins, bans, distinct nodes, zones. */
final class Placement {
    final int[] next;

    private final Problem problem;
    private final Layout layout;

    Placement(Problem problem) {
        this.problem = problem;
        layout = problem.layout;
        next = new int[layout.slots()];
        Arrays.fill(next, Problem.NONE);
    }

    void keepWhatMayStay() {
        for (int group = 0; group < problem.groups.length; group++) {
            int replicas = layout.replicas()[group];
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot += replicas) {
                int pin = problem.pinOf(slot);
                if (pin != Problem.NONE) {
                    keepPinned(group, slot, replicas, pin);
                }
                for (int replica = slot; replica < slot + replicas; replica++) {
                    int node = problem.before[replica];
                    if (next[replica] == Problem.NONE
                            && node >= 0
                            && node < problem.keeping
                            && fits(group, replica, node)) {
                        next[replica] = node;
                    }
                }
            }
        }
    }

    /** The pinned node leads; what led before takes the place of the replica that it replaces, if it was one. */
    private void keepPinned(int group, int slot, int replicas, int pin) {
        boolean there =
                pin < problem.taking || (pin < problem.keeping && Layout.contains(problem.before, slot, replicas, pin));
        if (!there || problem.banned(group, slot, pin)) {
            return;
        }
        next[slot] = pin;
        int formerLeader = problem.before[slot];
        for (int replica = slot + 1; replica < slot + replicas; replica++) {
            if (problem.before[replica] == pin
                    && formerLeader >= 0
                    && formerLeader < problem.keeping
                    && fits(group, replica, formerLeader)) {
                next[replica] = formerLeader;
            }
        }
    }

    /** May this slot be filled by a node that takes partitions? */
    boolean mayTake(int group, int slot, int node) {
        return node < problem.taking && fits(group, slot, node);
    }

    /** May this slot, which is filled, go to another node instead? A pinned one and one on a node that keeps its own stay. */
    boolean mayMove(int group, int slot, int node) {
        return next[slot] < problem.taking
                && !(slot == layout.firstOf(group, slot) && problem.pinOf(slot) != Problem.NONE)
                && mayTake(group, slot, node);
    }

    /**
     * May the slot be filled by a node although its zone has enough of the partition? Only where an even spread cannot
     * be had.
     */
    boolean mayTakeBeyondZoneLimit(int group, int slot, int node) {
        return node < problem.taking
                && problem.groups[group].zoneSpread() == ZoneSpread.EVEN
                && fits(group, slot, node, Integer.MAX_VALUE);
    }

    boolean fits(int group, int slot, int node) {
        return fits(group, slot, node, problem.maxPerZone(group, layout.firstOf(group, slot)));
    }

    private boolean fits(int group, int slot, int node, int maxPerZone) {
        int replicas = layout.replicas()[group];
        int first = layout.firstOf(group, slot);
        if (problem.banned(group, first, node)) {
            return false;
        }
        int pin = problem.pinOf(first);
        if (pin != Problem.NONE && slot == first && node != pin) {
            return false;
        }
        if (replicas == 1) {
            return true;
        }
        int inZone = 0;
        for (int other = first; other < first + replicas; other++) {
            if (other != slot && next[other] != Problem.NONE) {
                if (next[other] == node) {
                    return false;
                }
                inZone += problem.zone[next[other]] == problem.zone[node] ? 1 : 0;
            }
        }
        return inZone < maxPerZone;
    }
}
