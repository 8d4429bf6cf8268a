// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.allocation.Allocation;
import dev.baton.allocation.AllocationNode;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Plan;
import dev.baton.allocation.ZoneSpread;
import java.util.List;

/** Task lists over nodes: three nodes, then a fourth that joins, two moves at a time; and replicas over zones. */
public final class AllocatePartitions {
    private AllocatePartitions() {}

    public static void main(String[] arguments) {
        // tag::allocate[]
        List<PartitionGroup> lists = List.of(PartitionGroup.of("orders", 8), PartitionGroup.of("mails", 4));
        List<AllocationNode> three = List.of(AllocationNode.of("a"), AllocationNode.of("b"), AllocationNode.of("c"));
        Plan plan = Allocation.of(three, lists).plan();

        List<AllocationNode> four =
                List.of(AllocationNode.of("a"), AllocationNode.of("b"), AllocationNode.of("c"), AllocationNode.of("d"));
        do {
            plan = Allocation.of(four, lists).after(plan).maxMoves(2).plan();
            plan.moves().forEach(System.out::println);
            System.out.println("still to move: " + plan.pending());
        } while (!plan.settled());
        // end::allocate[]

        // tag::replicas[]
        List<AllocationNode> brokers = List.of(
                AllocationNode.of("e1").inZone("east"),
                AllocationNode.of("e2").inZone("east"),
                AllocationNode.of("w1").inZone("west"),
                AllocationNode.of("w2").inZone("west"));
        PartitionGroup topic = PartitionGroup.of("payments", 2).withReplicas(2, ZoneSpread.DISTINCT);
        Plan replicas = Allocation.of(brokers, List.of(topic)).plan();
        System.out.println(
                "payments/0 is led by " + replicas.node("payments", 0).orElseThrow());
        // end::replicas[]
    }
}
