// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.allocation.Allocation;
import dev.baton.allocation.AllocationNode;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Baton's own allocation. */
final class BatonAssigner implements Assigner {
    private @Nullable Plan first;

    @Override
    public String name() {
        return "Baton";
    }

    /** The plan before is always that from nothing, and is kept as it was. */
    @Override
    public Prepared prepare(AllocationCase input) {
        List<PartitionGroup> groups = IntStream.range(0, input.lists())
                .mapToObj(list -> PartitionGroup.of(AllocationCase.list(list), AllocationCase.LIST_SIZE))
                .toList();
        List<AllocationNode> nodes =
                input.nodeNames().stream().map(AllocationNode::of).toList();
        Optional<Plan> before = input.before().isPresent() ? Optional.ofNullable(first) : Optional.empty();
        return new Prepared() {
            private @Nullable Plan plan;

            @Override
            public void assign() {
                Allocation allocation = Allocation.of(nodes, groups);
                plan = before.map(allocation::after).orElse(allocation).plan();
            }

            @Override
            public int[] plan() {
                Plan made = plan;
                if (before.isEmpty()) {
                    first = made;
                }
                int[] all = new int[input.partitions()];
                Arrays.setAll(
                        all,
                        i -> made == null
                                ? AllocationCase.NONE
                                : made.node(
                                                AllocationCase.list(i / AllocationCase.LIST_SIZE),
                                                i % AllocationCase.LIST_SIZE)
                                        .map(AllocationCase::number)
                                        .orElse(AllocationCase.NONE));
                return all;
            }
        };
    }
}
