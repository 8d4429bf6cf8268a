// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which node has which partition, after this round and in the end.
 *
 * <p>A value. With a limit on moves, the plan of a round is on its way to its {@link #target}; store both, and restore
 * them with {@link #restore()}, and the next round continues toward the same target.
 */
public final class Plan {
    private static final int[] NO_SLOTS = {};
    private static final Plan EMPTY = new Plan(
            Layout.of(new String[0], new int[0], new int[0]),
            new String[0],
            0,
            NO_SLOTS,
            NO_SLOTS,
            List.of(),
            List.of());

    private final Layout layout;
    private final String[] nodes;
    private final int takingNodes;
    private final int[] slots;
    private final int[] target;
    private final List<Move> moves;
    private final List<Unplaced> unplaced;

    /** The first {@code takingNodes} of the nodes take partitions; a slot without a node is negative. */
    Plan(
            Layout layout,
            String[] nodes,
            int takingNodes,
            int[] slots,
            int[] target,
            List<Move> moves,
            List<Unplaced> unplaced) {
        this.layout = layout;
        this.nodes = nodes;
        this.takingNodes = takingNodes;
        this.slots = slots;
        this.target = target;
        this.moves = moves;
        this.unplaced = unplaced;
    }

    /** The plan without any partitions, before the first one. */
    public static Plan empty() {
        return EMPTY;
    }

    /** Restores a plan from what was stored of it. */
    public static PlanBuilder restore() {
        return new PlanBuilder();
    }

    public List<String> groups() {
        return List.of(layout.groups());
    }

    /** How many partitions a group has in this plan; 0 for an unknown group. */
    public int partitions(String group) {
        Integer index = layout.index().get(group);
        return index == null ? 0 : layout.partitions()[index];
    }

    /** The owner of a partition, or the leader of its replicas. */
    public Optional<String> node(String group, int partition) {
        List<String> all = nodes(group, partition);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
    }

    /** The nodes of a partition's replicas, the leader first. */
    public List<String> nodes(String group, int partition) {
        return names(slots, group, partition);
    }

    /** The nodes that a partition will be on when every round is done. */
    public List<String> target(String group, int partition) {
        return names(target, group, partition);
    }

    private List<String> names(int[] of, String group, int partition) {
        Integer index = layout.index().get(group);
        if (index == null || partition < 0 || partition >= layout.partitions()[index]) {
            throw new IllegalArgumentException("the plan has no partition " + group + "/" + partition);
        }
        int from = layout.slot(index, partition);
        List<String> names = new ArrayList<>(layout.replicas()[index]);
        for (int slot = from; slot < from + layout.replicas()[index]; slot++) {
            if (of[slot] >= 0) {
                names.add(nodes[of[slot]]);
            }
        }
        return names;
    }

    /** The changes of this round, in the order in which they should happen, each with its reason. */
    public List<Move> moves() {
        return moves;
    }

    /** The partitions that lack a node, each with the reason. */
    public List<Unplaced> unplaced() {
        return unplaced;
    }

    /** Whether this round reaches the target, so that another with the same input changes nothing. */
    public boolean settled() {
        return Arrays.equals(slots, target);
    }

    /** How many replicas are still on their way to their target after this round. */
    public int pending() {
        int pending = 0;
        for (int slot = 0; slot < slots.length; slot++) {
            pending += slots[slot] == target[slot] ? 0 : 1;
        }
        return pending;
    }

    /**
     * The difference between the largest and the smallest number of replicas of a group on one node, among nodes that
     * take partitions.
     */
    public int spread(String group) {
        Integer index = layout.index().get(group);
        if (index == null) {
            throw new IllegalArgumentException("the plan has no group " + group);
        }
        return spread(layout.first()[index], layout.first()[index + 1]);
    }

    /**
     * The difference between the largest and the smallest number of replicas on one node, among nodes that take
     * partitions.
     */
    public int spread() {
        return spread(0, slots.length);
    }

    private int spread(int from, int to) {
        int[] counts = new int[nodes.length];
        for (int slot = from; slot < to; slot++) {
            if (slots[slot] >= 0) {
                counts[slots[slot]]++;
            }
        }
        int most = 0;
        int fewest = Integer.MAX_VALUE;
        for (int node = 0; node < takingNodes; node++) {
            most = Math.max(most, counts[node]);
            fewest = Math.min(fewest, counts[node]);
        }
        return takingNodes == 0 ? 0 : most - fewest;
    }

    Layout layout() {
        return layout;
    }

    String[] nodeIds() {
        return nodes;
    }

    int[] slots() {
        return slots;
    }

    int[] targetSlots() {
        return target;
    }

    /** Equal placements and targets; how a plan was reached does not matter. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Plan that
                && Arrays.equals(layout.groups(), that.layout.groups())
                && Arrays.equals(layout.partitions(), that.layout.partitions())
                && Arrays.equals(layout.replicas(), that.layout.replicas())
                && sameNodes(slots, that, that.slots)
                && sameNodes(target, that, that.target);
    }

    private boolean sameNodes(int[] mine, Plan that, int[] theirs) {
        for (int slot = 0; slot < mine.length; slot++) {
            boolean same = (mine[slot] < 0 || theirs[slot] < 0)
                    ? mine[slot] < 0 && theirs[slot] < 0
                    : nodes[mine[slot]].equals(that.nodes[theirs[slot]]);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(layout.groups()) * 31 + Arrays.hashCode(layout.partitions());
    }

    @Override
    public String toString() {
        return layout.groups().length + " groups, " + slots.length + " replicas, " + moves.size() + " moves, "
                + pending() + " pending, " + unplaced.size() + " unplaced";
    }
}
