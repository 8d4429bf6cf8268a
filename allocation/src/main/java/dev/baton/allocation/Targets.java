// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/**
 * Whether to go on to the target of the previous plan, so that rounds that follow each other have one target. It is so
 * when that target, were it reached, would be left alone and, where the fewest moves are known, needs no more of them.
 */
final class Targets {
    private final Problem problem;
    private final Layout layout;
    private final boolean even;
    private final boolean exact;

    Targets(Problem problem) {
        this.problem = problem;
        layout = problem.layout;
        even = problem.isEven();
        exact = problem.isExact();
    }

    int[] choose() {
        int[] fresh = place(problem);
        int[] former = problem.targetBefore;
        if (former == null || !isLeftAlone(former) || (exact && moves(former) > moves(fresh))) {
            return fresh;
        }
        return former;
    }

    private int[] place(Problem from) {
        return even ? new EvenAllocation(from).place() : new SearchAllocation(from).place();
    }

    private boolean isLeftAlone(int[] former) {
        int[] reached = place(problem.from(former));
        for (int group = 0; group < problem.groups.length; group++) {
            int replicas = layout.replicas()[group];
            for (int first = layout.first()[group]; first < layout.first()[group + 1]; first += replicas) {
                if (!isSame(former, reached, first, replicas)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The same leader and the same others; what no other node takes may stay on one that drains, if it is there now. */
    private boolean isSame(int[] former, int[] reached, int first, int replicas) {
        int formerCount = 0;
        int reachedCount = 0;
        for (int slot = first; slot < first + replicas; slot++) {
            int node = former[slot];
            reachedCount += reached[slot] == Problem.NONE ? 0 : 1;
            boolean drains = node >= problem.keeping && node < problem.present;
            if (node != Problem.NONE && !drains) {
                formerCount++;
            }
            boolean mustBeThere = drains || (node >= problem.taking && node < problem.keeping);
            if (mustBeThere && !Layout.contains(problem.before, first, replicas, node)) {
                return false;
            }
            if (node != Problem.NONE && !drains && !Layout.contains(reached, first, replicas, node)) {
                return false;
            }
        }
        boolean sameLeader = former[first] == reached[first] || former[first] >= problem.keeping;
        return formerCount == reachedCount && sameLeader;
    }

    private int moves(int[] target) {
        int moves = 0;
        for (int slot = 0; slot < target.length; slot++) {
            moves += target[slot] == problem.before[slot] ? 0 : 1;
        }
        return moves;
    }
}
