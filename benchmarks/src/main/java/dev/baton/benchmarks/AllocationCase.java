// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What is to be assigned: lists of {@link #LIST_SIZE} partitions each, one replica, equal weights. */
final class AllocationCase {
    static final int LIST_SIZE = 100;
    static final int NONE = -1;

    private final String name;
    private final int lists;
    private final int[] nodes;
    private final Optional<int[]> before;

    /**
     * @param nodes the numbers of the nodes that are there
     * @param before the node of each partition until now, list by list; {@link #NONE} for a partition without one
     */
    AllocationCase(String name, int lists, int[] nodes, Optional<int[]> before) {
        this.name = name;
        this.lists = lists;
        this.nodes = nodes;
        this.before = before;
    }

    String name() {
        return name;
    }

    int lists() {
        return lists;
    }

    int nodes() {
        return nodes.length;
    }

    Optional<int[]> before() {
        return before;
    }

    /** The same after another plan. */
    AllocationCase after(int[] plan) {
        return new AllocationCase(name, lists, nodes, Optional.of(plan));
    }

    int partitions() {
        return lists * LIST_SIZE;
    }

    static String list(int list) {
        return "list-" + list;
    }

    static int listNumber(String list) {
        return Integer.parseInt(list.substring(list.lastIndexOf('-') + 1));
    }

    /** Without an order among them: Helix's CRUSH spreads by the hash of a name, and numbered ones hash alike. */
    static String node(int node) {
        return "node-" + Integer.toHexString(node * 0x9E3779B9) + "-" + node;
    }

    static int number(String node) {
        return Integer.parseInt(node.substring(node.lastIndexOf('-') + 1));
    }

    List<String> nodeNames() {
        return Arrays.stream(nodes).mapToObj(AllocationCase::node).toList();
    }

    /** The node that a partition had, if it is still there. */
    Optional<String> kept(int list, int partition) {
        return before.map(plan -> plan[list * LIST_SIZE + partition])
                .filter(node -> node != NONE && Arrays.binarySearch(nodes, node) >= 0)
                .map(AllocationCase::node);
    }

    /** How many partitions that had a node have another one now, or none. */
    int moves(int[] plan) {
        int moves = 0;
        int[] had = before.orElse(plan);
        for (int i = 0; i < plan.length; i++) {
            moves += had[i] == plan[i] ? 0 : 1;
        }
        return moves;
    }

    /** The largest difference between two nodes within a list. */
    int spreadInAList(int[] plan) {
        int most = 0;
        for (int list = 0; list < lists; list++) {
            most = Math.max(most, spread(plan, list * LIST_SIZE, (list + 1) * LIST_SIZE));
        }
        return most;
    }

    int spreadOverAll(int[] plan) {
        return spread(plan, 0, plan.length);
    }

    private int spread(int[] plan, int from, int to) {
        int[] counts = new int[nodes[nodes.length - 1] + 1];
        for (int i = from; i < to; i++) {
            if (plan[i] == NONE) {
                throw new IllegalStateException("partition " + i + " has no node");
            }
            counts[plan[i]]++;
        }
        List<Integer> mine = new ArrayList<>();
        Arrays.stream(nodes).forEach(node -> mine.add(counts[node]));
        return mine.stream().mapToInt(it -> it).max().orElse(0)
                - mine.stream().mapToInt(it -> it).min().orElse(0);
    }
}
