// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The part of the way to a target that one round may go.
 *
 * <p>What has no living node is placed at once, whatever the bound: nobody is disturbed by it. So is what must not stay
 * where it is and has nowhere to go. Of the rest, draining nodes come first, then pins, bans and zones, then balance.
 * Moves for balance follow each other: when a node has got one too many by a move, the next move is one of its own, so
 * that at any time at most one node has one partition more than it had or will have.
 */
final class Round {
    private final Problem problem;
    private final Layout layout;
    private final int[] target;
    private final int[] next;
    private final Moves moves;
    private final MoveReasons reasons;
    private int budget;

    private int[] slots = new int[64];
    private int[] to = new int[64];
    private MoveReason[] why = new MoveReason[64];
    private int waiting;
    private final BitSet incomplete = new BitSet();

    Round(Problem problem, int[] target, int maxMoves) {
        this.problem = problem;
        layout = problem.layout;
        this.target = target;
        next = problem.before.clone();
        moves = new Moves(layout, problem.nodeIds, problem.removed);
        reasons = new MoveReasons(problem);
        budget = maxMoves;
    }

    int[] next() {
        return next;
    }

    Moves moves() {
        return moves;
    }

    void run() {
        for (int group = 0; group < layout.groups().length; group++) {
            int replicas = layout.replicas()[group];
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot += replicas) {
                if (replicas == 1) {
                    start(group, slot, slot, target[slot]);
                } else {
                    startReplicas(group, slot, replicas);
                }
            }
        }
        for (int i = 0; i < waiting; i++) {
            if (why[i] == MoveReason.NODE_DRAINING) {
                move(i);
            }
        }
        for (int i = 0; i < waiting; i++) {
            if (why[i] == MoveReason.PINNED || why[i] == MoveReason.BANNED || why[i] == MoveReason.ZONE_SPREAD) {
                move(i);
            }
        }
        moveForBalance();
        for (int group = 0; group < layout.groups().length; group++) {
            int replicas = layout.replicas()[group];
            for (int slot = layout.first()[group]; replicas > 1 && slot < layout.first()[group + 1]; slot += replicas) {
                orderReplicas(slot, replicas);
            }
        }
    }

    /** Does at once what cannot or must not wait, and notes the rest. */
    private void start(int group, int first, int slot, int aim) {
        int from = next[slot];
        if (from == aim) {
            return;
        }
        if (from == Problem.NONE || from >= problem.present || aim == Problem.NONE) {
            next[slot] = aim;
            if (aim != Problem.NONE || from < problem.present) {
                moves.record(slot, from, aim, reasons.of(group, first, slot, from, aim));
            }
            return;
        }
        if (waiting == slots.length) {
            slots = Arrays.copyOf(slots, 2 * waiting);
            to = Arrays.copyOf(to, 2 * waiting);
            why = Arrays.copyOf(why, 2 * waiting);
        }
        slots[waiting] = slot;
        to[waiting] = aim;
        why[waiting++] = reasons.of(group, first, slot, from, aim);
    }

    /** Pairs each node that the partition leaves with one that it goes to. */
    private void startReplicas(int group, int first, int replicas) {
        int aim = first;
        for (int pass = 0; pass < 2; pass++) {
            for (int slot = first; slot < first + replicas; slot++) {
                int from = problem.before[slot];
                boolean free = from == Problem.NONE || from >= problem.present;
                // Empty places are filled first, so that no replica waits for another to leave.
                if (free != (pass == 0) || (!free && Layout.contains(target, first, replicas, from))) {
                    continue;
                }
                while (aim < first + replicas
                        && (target[aim] == Problem.NONE
                                || Layout.contains(problem.before, first, replicas, target[aim]))) {
                    aim++;
                }
                start(group, first, slot, aim < first + replicas ? target[aim++] : Problem.NONE);
            }
        }
    }

    private void move(int i) {
        if (budget == 0) {
            incomplete.set(slots[i]);
            return;
        }
        budget--;
        moves.record(slots[i], next[slots[i]], to[i], why[i]);
        next[slots[i]] = to[i];
    }

    private void moveForBalance() {
        int nodes = problem.present;
        int[] firstOf = new int[nodes + 1];
        for (int i = 0; i < waiting; i++) {
            if (isForBalance(i)) {
                firstOf[next[slots[i]] + 1]++;
            }
        }
        for (int node = 0; node < nodes; node++) {
            firstOf[node + 1] += firstOf[node];
        }
        int[] byNode = new int[firstOf[nodes]];
        int[] at = firstOf.clone();
        for (int i = 0; i < waiting; i++) {
            if (isForBalance(i)) {
                byNode[at[next[slots[i]]]++] = i;
            }
        }
        if (byNode.length == 0) {
            return;
        }
        int[] over = new int[nodes];
        int[] has = new int[nodes];
        for (int slot = 0; slot < next.length; slot++) {
            if (next[slot] >= 0) {
                over[next[slot]]++;
                has[next[slot]]++;
            }
            if (target[slot] >= 0) {
                over[target[slot]]--;
            }
        }
        System.arraycopy(firstOf, 0, at, 0, nodes);
        for (int node : fullestFirst(has)) {
            while (over[node] > 0 && at[node] < firstOf[node + 1]) {
                follow(node, has, over, at, firstOf, byNode);
            }
        }
        // What is left are exchanges in circles. Begun at the fullest node, they leave no node with fewer than any had.
        for (int node : fullestFirst(has)) {
            while (at[node] < firstOf[node + 1]) {
                follow(node, has, over, at, firstOf, byNode);
            }
        }
    }

    private static int[] fullestFirst(int[] has) {
        long[] packed = new long[has.length];
        for (int node = 0; node < has.length; node++) {
            packed[node] = ((long) (Integer.MAX_VALUE - has[node]) << 32) | node;
        }
        Arrays.sort(packed);
        return Arrays.stream(packed).mapToInt(it -> (int) it).toArray();
    }

    private boolean isForBalance(int i) {
        return why[i] == MoveReason.GROUP_BALANCE || why[i] == MoveReason.CLUSTER_BALANCE;
    }

    private void follow(int start, int[] has, int[] over, int[] at, int[] firstOf, int[] byNode) {
        int node = start;
        do {
            int i = byNode[at[node]++];
            over[node]--;
            has[node]--;
            move(i);
            node = to[i];
            over[node]++;
            has[node]++;
        } while (over[node] > 0 && at[node] < firstOf[node + 1]);
    }

    /**
     * The order of the target, once all of its nodes are there. A node that is new to the partition leads in a later
     * round at the earliest, as long as one is there that had the partition before.
     */
    private void orderReplicas(int first, int replicas) {
        int waits = incomplete.nextSetBit(first);
        if (waits < 0 || waits >= first + replicas) {
            System.arraycopy(target, first, next, first, replicas);
        }
        int led = problem.before[first];
        if (target[first] != Problem.NONE && !had(first, replicas, next[first])) {
            int survivor = survivor(first, replicas, led);
            if (survivor != Problem.NONE) {
                int node = next[first];
                next[first] = next[survivor];
                next[survivor] = node;
            }
        }
        if (next[first] != led && led != Problem.NONE && Layout.contains(next, first, replicas, led)) {
            boolean pinned = problem.pinOf(first) != Problem.NONE;
            moves.record(first, led, next[first], pinned ? MoveReason.PINNED : MoveReason.LEADER_BALANCE);
        }
    }

    private boolean had(int first, int replicas, int node) {
        return node != Problem.NONE && Layout.contains(problem.before, first, replicas, node);
    }

    /** The slot of the former leader, or else of the first node that had the partition. */
    private int survivor(int first, int replicas, int led) {
        int found = Problem.NONE;
        for (int slot = first + replicas - 1; slot >= first; slot--) {
            if (had(first, replicas, next[slot]) && (found == Problem.NONE || next[found] != led)) {
                found = slot;
            }
        }
        return found;
    }
}
