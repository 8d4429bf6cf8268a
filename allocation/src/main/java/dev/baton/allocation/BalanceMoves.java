// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The order of moves for balance. A move to a node that does not become fuller by it than the other was leaves nodes no
 * less even than they were, so such moves come first, from the fullest nodes on. Each can make others possible.
 *
 * <p>With equal weights and capacities, and an even target, what is left then are circles of nodes that have equally
 * many, each of which passes a partition on to the next. The first move of a circle makes one node fuller than all
 * others, and the last undoes it: a circle is done as a whole, or left for the next round. One that is longer than a
 * round may be is begun at the start of a round, and the next rounds end it.
 */
final class BalanceMoves {
    private final Problem problem;
    private final long[] load;
    private final int[] from;
    private final int[] to;
    private final int[] weight;
    /** Moves that are not done, by the node they leave: from firstOf on, up to endOf. */
    private final int[] byNode;

    private final int[] firstOf;
    private final int[] endOf;

    private final int[] order;
    private int ordered;
    private int budget;

    private final int[] cursor;
    private final int[] path;
    private final int[] positionInPath;

    /**
     * @param load what each node has, in weight
     * @param from the nodes that moves leave
     * @param to the nodes that they go to
     */
    BalanceMoves(Problem problem, long[] load, int[] from, int[] to, int[] weight, int budget) {
        this.problem = problem;
        this.load = load;
        this.from = from;
        this.to = to;
        this.weight = weight;
        this.budget = budget;
        order = new int[Math.min(budget, from.length)];
        firstOf = new int[load.length + 1];
        for (int node : from) {
            firstOf[node + 1]++;
        }
        for (int node = 0; node < load.length; node++) {
            firstOf[node + 1] += firstOf[node];
        }
        byNode = new int[from.length];
        endOf = Arrays.copyOf(firstOf, load.length);
        for (int move = 0; move < from.length; move++) {
            byNode[endOf[from[move]]++] = move;
        }
        cursor = new int[load.length];
        path = new int[load.length + 1];
        positionInPath = new int[load.length];
    }

    /**
     * The moves of this round, by their numbers, in the order in which they should happen.
     *
     * @param mayCut whether to begin what this round cannot end, if there is nothing else to do
     */
    int[] choose(boolean mayCut) {
        do {
            moveDown();
        } while (moveWholes());
        if (ordered == 0 && mayCut) {
            begin();
        }
        return Arrays.copyOf(order, ordered);
    }

    private void perform(int move) {
        order[ordered++] = move;
        budget--;
        load[from[move]] -= weight[move];
        load[to[move]] += weight[move];
    }

    private void moveDown() {
        boolean moved = true;
        while (moved && budget > 0) {
            moved = false;
            for (int node : fullestFirst()) {
                int kept = firstOf[node];
                for (int i = firstOf[node]; i < endOf[node]; i++) {
                    int move = byNode[i];
                    if (budget > 0 && isDown(move)) {
                        perform(move);
                        moved = true;
                    } else {
                        byNode[kept++] = move;
                    }
                }
                endOf[node] = kept;
            }
        }
    }

    private boolean isDown(int move) {
        return (load[to[move]] + weight[move]) * problem.capacity[from[move]]
                <= load[from[move]] * problem.capacity[to[move]];
    }

    private int[] fullestFirst() {
        return IntStream.range(0, load.length)
                .filter(node -> endOf[node] > firstOf[node])
                .boxed()
                .sorted((one, other) ->
                        Long.compare(load[other] * problem.capacity[one], load[one] * problem.capacity[other]))
                .mapToInt(node -> node)
                .toArray();
    }

    /** Does circles, and ways that lead somewhere else, which the round can do to their end. */
    private boolean moveWholes() {
        int before = ordered;
        System.arraycopy(firstOf, 0, cursor, 0, cursor.length);
        Arrays.fill(positionInPath, Problem.NONE);
        boolean[] performed = new boolean[from.length];
        for (int start : fullestFirst()) {
            while (budget > 0 && cursor[start] < endOf[start]) {
                walk(start, performed);
            }
        }
        for (int node = 0; node < load.length; node++) {
            int kept = firstOf[node];
            for (int i = firstOf[node]; i < endOf[node]; i++) {
                if (!performed[byNode[i]]) {
                    byNode[kept++] = byNode[i];
                }
            }
            endOf[node] = kept;
        }
        return ordered > before;
    }

    /** Follows moves from node to node, without any move twice, until there is none; ends each circle where it closes. */
    private void walk(int start, boolean[] performed) {
        int length = 0;
        int node = start;
        positionInPath[node] = 0;
        while (cursor[node] < endOf[node]) {
            int move = byNode[cursor[node]++];
            path[length++] = move;
            node = to[move];
            int closes = positionInPath[node];
            if (closes == Problem.NONE) {
                positionInPath[node] = length;
            } else {
                performWhole(closes, length, performed);
                for (; length > closes; length--) {
                    positionInPath[to[path[length - 1]]] = Problem.NONE;
                }
                positionInPath[node] = closes;
            }
        }
        performWhole(0, length, performed);
        positionInPath[start] = Problem.NONE;
        for (int i = 0; i < length; i++) {
            positionInPath[to[path[i]]] = Problem.NONE;
        }
    }

    private void performWhole(int begin, int end, boolean[] performed) {
        if (end - begin <= budget) {
            for (int i = begin; i < end; i++) {
                perform(path[i]);
                performed[path[i]] = true;
            }
        }
    }

    private void begin() {
        int[] nodes = fullestFirst();
        int node = nodes.length == 0 ? 0 : nodes[0];
        while (budget > 0 && endOf[node] > firstOf[node]) {
            int move = byNode[--endOf[node]];
            perform(move);
            node = to[move];
        }
    }
}
