// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.allocation.Allocation;
import dev.baton.allocation.AllocationNode;
import dev.baton.allocation.Ban;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Pin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Something that makes an input other than partitions of equal weight which may go anywhere. */
enum AllocationConstraint {
    NONE("nothing"),
    ONE_PIN("one pin"),
    ONE_BAN("one ban"),
    TWO_WEIGHTS("two weights"),
    /** The first half of the nodes takes six lists of ten, the other half the others. */
    HALVES("two halves"),
    /** Nodes of the capacities 1, 2 and 3, and lists of two weights. */
    CAPACITIES_AND_WEIGHTS("capacities and weights");

    private static final int LIST = AllocationCase.LIST_SIZE;

    private final String label;

    AllocationConstraint(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** These nodes, of which there are so many when nothing has changed, and so many lists. */
    Allocation allocation(int[] nodes, int usual, int lists) {
        Allocation allocation = Allocation.of(
                Arrays.stream(nodes)
                        .mapToObj(
                                it -> AllocationNode.of(AllocationCase.node(it)).withCapacity(capacity(it)))
                        .toList(),
                IntStream.range(0, lists).mapToObj(this::group).toList());
        if (this == ONE_PIN) {
            allocation.pins(List.of(new Pin(AllocationCase.list(0), LIST / 2, AllocationCase.node(usual / 2))));
        } else if (this == ONE_BAN) {
            allocation.bans(List.of(new Ban(AllocationCase.list(0), 0, AllocationCase.node(nodes[0]))));
        } else if (this == HALVES) {
            List<Ban> bans = new ArrayList<>();
            for (int list = 0; list < lists; list++) {
                for (int node : nodes) {
                    if (!takes(list, node, usual)) {
                        bans.add(Ban.ofGroup(AllocationCase.list(list), AllocationCase.node(node)));
                    }
                }
            }
            allocation.bans(bans);
        }
        return allocation;
    }

    private PartitionGroup group(int list) {
        PartitionGroup group = PartitionGroup.of(AllocationCase.list(list), LIST);
        return weight(list) == 1
                ? group
                : group.withWeights(
                        IntStream.range(0, LIST).map(it -> weight(list)).toArray());
    }

    int weight(int list) {
        return (this == TWO_WEIGHTS || this == CAPACITIES_AND_WEIGHTS) && list % 4 == 0 ? 3 : 1;
    }

    int capacity(int node) {
        return this == CAPACITIES_AND_WEIGHTS ? 1 + node % 3 : 1;
    }

    boolean takes(int list, int node, int usual) {
        return this != HALVES || (list % 10 < 6) == node < usual / 2;
    }
}
