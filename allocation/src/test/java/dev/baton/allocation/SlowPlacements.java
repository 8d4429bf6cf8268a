// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The best plan for a small input, found by trying every placement of every partition: slow and obvious. Nodes of equal
 * capacity, partitions of one replica, within each group of equal weight.
 */
final class SlowPlacements {
    private final Case made;
    private final List<AllocationNode> taking;
    /** The least sum of squares of a group's counts, by group. */
    final long[] evenness;

    SlowPlacements(Case made) {
        this.made = made;
        taking = made.taking();
        evenness = new long[made.groups.size()];
    }

    /** How uneven nodes are over all groups, and how many partitions stay on nodes that take partitions. */
    record Best(long unevenness, int kept) {}

    /**
     * The least uneven over all, among plans in which each group is as even as can be, and of those what keeps the most.
     *
     * @param unevenness of what nodes have in all, in weight
     */
    Best find(ToLongFunction<List<Long>> unevenness) {
        Map<List<Long>, Integer> reached = new HashMap<>();
        reached.put(new ArrayList<>(Collections.nCopies(taking.size(), 0L)), 0);
        for (int group = 0; group < made.groups.size(); group++) {
            int weight = made.groups.get(group).partitions() == 0
                    ? 1
                    : made.groups.get(group).weight(0);
            Map<List<Long>, Integer> further = new HashMap<>();
            Map<List<Integer>, Integer> even = evenPlacements(group);
            for (Map.Entry<List<Long>, Integer> former : reached.entrySet()) {
                even.forEach((counts, kept) -> {
                    List<Long> sums = new ArrayList<>(former.getKey());
                    for (int node = 0; node < counts.size(); node++) {
                        sums.set(node, sums.get(node) + (long) weight * counts.get(node));
                    }
                    further.merge(sums, former.getValue() + kept, Math::max);
                });
            }
            reached = further;
        }
        long least = reached.keySet().stream().mapToLong(unevenness).min().orElseThrow();
        int most = reached.entrySet().stream()
                .filter(it -> unevenness.applyAsLong(it.getKey()) == least)
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElseThrow();
        return new Best(least, most);
    }

    /** How many each node can have where the group is as even as can be, with the most that can stay. */
    private Map<List<Integer>, Integer> evenPlacements(int group) {
        Map<List<Integer>, Integer> all = new HashMap<>();
        place(made.groups.get(group), 0, new int[taking.size()], 0, all);
        evenness[group] =
                all.keySet().stream().mapToLong(SlowPlacements::squares).min().orElseThrow();
        all.keySet().removeIf(it -> squares(it) > evenness[group]);
        return all;
    }

    private void place(PartitionGroup group, int partition, int[] counts, int kept, Map<List<Integer>, Integer> all) {
        if (partition == group.partitions()) {
            all.merge(Arrays.stream(counts).boxed().toList(), kept, Math::max);
            return;
        }
        boolean any = false;
        for (int node = 0; node < counts.length && !made.staysOutside(group.id(), partition); node++) {
            if (made.mayHave(group.id(), partition, taking.get(node).id())) {
                any = true;
                boolean stays = made.before(group.id(), partition)
                        .contains(taking.get(node).id());
                counts[node]++;
                place(group, partition + 1, counts, kept + (stays ? 1 : 0), all);
                counts[node]--;
            }
        }
        if (!any) {
            place(group, partition + 1, counts, kept, all);
        }
    }

    static long squares(List<? extends Number> counts) {
        return counts.stream().mapToLong(it -> it.longValue() * it.longValue()).sum();
    }
}
