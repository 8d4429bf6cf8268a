// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The part of the way to a target that one round may go.
 *
 * <p>What has no living node is placed at once, whatever the bound: that disturbs no node. So is what must not stay
 * where it is and has nowhere to go. Of the rest, draining nodes come first, then pins, bans and zones, then balance, in
 * the order of {@link BalanceMoves}.
 */
final class Round {
    private final Problem problem;
    private final Layout layout;
    private final int[] target;
    private final int[] next;
    private final Moves moves;
    private final MoveReasons reasons;
    private final int bound;
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
        bound = maxMoves;
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
        moveForBalance(budget == bound);
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

    private void moveForBalance(boolean nothingElseMoves) {
        int[] which = IntStream.range(0, waiting).filter(this::isForBalance).toArray();
        if (which.length == 0) {
            return;
        }
        long[] load = new long[problem.present];
        for (int group = 0; group < layout.groups().length; group++) {
            for (int slot = layout.first()[group]; slot < layout.first()[group + 1]; slot++) {
                if (next[slot] >= 0) {
                    load[next[slot]] += weight(group, slot);
                }
            }
        }
        BalanceMoves order = new BalanceMoves(
                problem,
                load,
                Arrays.stream(which).map(i -> next[slots[i]]).toArray(),
                Arrays.stream(which).map(i -> to[i]).toArray(),
                Arrays.stream(which)
                        .map(i -> weight(layout.groupOf(slots[i]), slots[i]))
                        .toArray(),
                budget);
        for (int i : which) {
            incomplete.set(slots[i]);
        }
        for (int chosen : order.choose(nothingElseMoves)) {
            incomplete.clear(slots[which[chosen]]);
            move(which[chosen]);
        }
    }

    private int weight(int group, int slot) {
        return problem.groups[group].weight(layout.partitionOf(group, slot));
    }

    private boolean isForBalance(int i) {
        return why[i] == MoveReason.GROUP_BALANCE || why[i] == MoveReason.CLUSTER_BALANCE;
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
