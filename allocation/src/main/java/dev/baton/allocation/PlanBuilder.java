// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Restores a plan from what was stored of it, in any order. A partition that is given twice is refused. */
public final class PlanBuilder {
    private final Map<String, Rows> groups = new TreeMap<>();
    private final Map<String, Integer> nodeIndex = new LinkedHashMap<>();

    PlanBuilder() {}

    /** The nodes that have a partition, the leader first. */
    public PlanBuilder place(String group, int partition, String... nodes) {
        rows(group, partition)
                .put(rows(group, partition).now, "placed", group, partition, indexes(group, partition, nodes));
        return this;
    }

    /** The nodes that a partition is on its way to, where they differ from those that have it. */
    public PlanBuilder target(String group, int partition, String... nodes) {
        rows(group, partition)
                .put(rows(group, partition).target, "aimed", group, partition, indexes(group, partition, nodes));
        return this;
    }

    private Rows rows(String group, int partition) {
        Input.checkId("group", group);
        Input.checkPartition(group, partition);
        return groups.computeIfAbsent(group, it -> new Rows());
    }

    private int[] indexes(String group, int partition, String... nodes) {
        int[] indexes = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            Input.checkId("node", nodes[i]);
            indexes[i] = nodeIndex.computeIfAbsent(nodes[i], it -> nodeIndex.size());
            for (int j = 0; j < i; j++) {
                if (indexes[j] == indexes[i]) {
                    throw new IllegalArgumentException(
                            group + "/" + partition + " is on node " + nodes[i] + " with two replicas");
                }
            }
        }
        if (nodes.length > PartitionGroup.MAX_REPLICAS) {
            throw new IllegalArgumentException(group + "/" + partition + " has " + nodes.length + " replicas");
        }
        return indexes;
    }

    /** The plan of all that was added. */
    public Plan build() {
        int count = groups.size();
        List<Rows> all = List.copyOf(groups.values());
        String[] names = groups.keySet().toArray(new String[0]);
        int[] partitions = new int[count];
        int[] replicas = new int[count];
        for (int group = 0; group < count; group++) {
            Rows rows = all.get(group);
            partitions[group] = Math.max(rows.now.size(), rows.target.size());
            replicas[group] = Math.max(1, Math.max(rows.widest(rows.now), rows.widest(rows.target)));
        }
        Layout layout = Layout.of(names, partitions, replicas);
        int[] slots = new int[layout.slots()];
        Arrays.fill(slots, -1);
        int[] target = slots.clone();
        for (int group = 0; group < count; group++) {
            Rows rows = all.get(group);
            for (int partition = 0; partition < partitions[group]; partition++) {
                int[] now = rows.get(rows.now, partition);
                int[] aim = rows.get(rows.target, partition);
                copy(now, slots, layout.slot(group, partition));
                copy(aim == null ? now : aim, target, layout.slot(group, partition));
            }
        }
        String[] nodes = nodeIndex.keySet().toArray(new String[0]);
        return new Plan(layout, nodes, nodes.length, slots, target, List.of(), List.of());
    }

    private static void copy(int @Nullable [] from, int[] to, int at) {
        if (from != null) {
            System.arraycopy(from, 0, to, at, from.length);
        }
    }

    /** What is known of the partitions of one group; null where nothing is. */
    private static final class Rows {
        private final List<int @Nullable []> now = new ArrayList<>();
        private final List<int @Nullable []> target = new ArrayList<>();

        void put(List<int @Nullable []> rows, String verb, String group, int partition, int[] nodes) {
            while (rows.size() <= partition) {
                rows.add(null);
            }
            if (rows.set(partition, nodes) != null) {
                throw new IllegalArgumentException(group + "/" + partition + " is " + verb + " twice");
            }
        }

        int @Nullable [] get(List<int @Nullable []> rows, int partition) {
            return partition < rows.size() ? rows.get(partition) : null;
        }

        int widest(List<int @Nullable []> rows) {
            int widest = 0;
            for (int[] row : rows) {
                widest = Math.max(widest, row == null ? 0 : row.length);
            }
            return widest;
        }
    }
}
