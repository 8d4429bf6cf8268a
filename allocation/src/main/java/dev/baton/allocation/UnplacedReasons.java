// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.List;

/** Finds what has no node in a target, and why; leaves on a draining node what no other takes. */
final class UnplacedReasons {
    private final Problem problem;
    private final int[] target;

    UnplacedReasons(Problem problem, int[] target) {
        this.problem = problem;
        this.target = target;
    }

    List<Unplaced> find() {
        List<Unplaced> unplaced = new ArrayList<>();
        for (int group = 0; group < problem.groups.length; group++) {
            int replicas = problem.layout.replicas()[group];
            int partition = 0;
            for (int first = problem.layout.first()[group];
                    first < problem.layout.first()[group + 1];
                    first += replicas, partition++) {
                int missing = 0;
                for (int slot = first; slot < first + replicas; slot++) {
                    if (target[slot] == Problem.NONE && !staysForNow(group, first, slot)) {
                        missing++;
                    }
                }
                if (missing > 0) {
                    unplaced.add(new Unplaced(
                            problem.layout.groups()[group], partition, missing, reason(group, first, replicas)));
                }
            }
        }
        return List.copyOf(unplaced);
    }

    private boolean staysForNow(int group, int first, int slot) {
        int node = problem.before[slot];
        boolean drains = node >= problem.keeping && node < problem.present;
        if (!drains
                || problem.banned(group, first, node)
                || (slot == first && problem.pinOf(first) != Problem.NONE && problem.pinOf(first) != node)) {
            return false;
        }
        target[slot] = node;
        return true;
    }

    private UnplacedReason reason(int group, int first, int replicas) {
        int pin = problem.pinOf(first);
        if (pin != Problem.NONE && target[first] == Problem.NONE) {
            return UnplacedReason.PINNED_NODE_UNAVAILABLE;
        }
        if (problem.taking == 0) {
            return UnplacedReason.NO_NODE;
        }
        int allowed = 0;
        for (int node = 0; node < problem.taking; node++) {
            allowed += problem.banned(group, first, node) ? 0 : 1;
        }
        if (allowed == 0) {
            return UnplacedReason.BANNED_EVERYWHERE;
        }
        return allowed < replicas ? UnplacedReason.TOO_FEW_NODES : UnplacedReason.TOO_FEW_ZONES;
    }
}
