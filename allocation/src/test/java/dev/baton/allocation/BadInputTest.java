// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BadInputTest {
    private static final List<PartitionGroup> GROUPS = List.of(PartitionGroup.of("a", 3));

    @Test
    void nodes() {
        refused(() -> AllocationNode.of(" "), "a node needs an id, got ' '");
        refused(() -> AllocationNode.of(null), "a node needs an id, got null");
        refused(
                () -> AllocationNode.of("n").withCapacity(0),
                "node n has the capacity 0; it must be from 1 to 1000000");
        refused(
                () -> AllocationNode.of("n").withCapacity(1_000_001),
                "node n has the capacity 1000001; it must be from 1 to 1000000");
        refused(() -> AllocationNode.of("n").inZone(null), "node n has the zone null; use an empty one");
        refused(
                () -> Allocation.of(
                                List.of(
                                        AllocationNode.of("n"),
                                        AllocationNode.of("n").drained()),
                                GROUPS)
                        .plan(),
                "node n is given twice");
    }

    @Test
    void groups() {
        refused(() -> PartitionGroup.of("", 1), "a group needs an id, got ''");
        refused(() -> PartitionGroup.of("a", -1), "group a has -1 partitions; it can have 0 to 10000000");
        refused(() -> PartitionGroup.of("a", 10_000_001), "group a has 10000001 partitions; it can have 0 to 10000000");
        refused(
                () -> PartitionGroup.of("a", 1).withReplicas(0, ZoneSpread.NONE),
                "group a has 0 replicas; it can have 1 to 100");
        refused(() -> PartitionGroup.of("a", 2).withWeights(1), "group a has 2 partitions and 1 weights");
        refused(
                () -> PartitionGroup.of("a", 2).withWeights(1, 0),
                "group a has a partition of the weight 0; it must be from 1 to 1000000");
        refused(
                () -> Allocation.of(List.of(), List.of(PartitionGroup.of("a", 1), PartitionGroup.of("a", 2)))
                        .plan(),
                "group a is given twice");
        refused(
                () -> Allocation.of(
                                List.of(),
                                List.of(
                                        PartitionGroup.of("a", 10_000_000).withReplicas(100, ZoneSpread.NONE),
                                        PartitionGroup.of("b", 10_000_000).withReplicas(100, ZoneSpread.NONE),
                                        PartitionGroup.of("c", 10_000_000).withReplicas(100, ZoneSpread.NONE)))
                        .plan(),
                "there are more than 2147483639 replicas in all");
    }

    @Test
    void pinsAndBans() {
        refused(() -> new Pin("a", -1, "n"), "group a has no partition -1");
        refused(() -> new Ban("a", -2, "n"), "group a has no partition -2");
        refused(
                () -> Allocation.of(List.of(), GROUPS)
                        .pins(List.of(new Pin("b", 0, "n")))
                        .plan(),
                "there is no group b to pin or ban a partition of");
        refused(
                () -> Allocation.of(List.of(), GROUPS)
                        .bans(List.of(new Ban("a", 3, "n")))
                        .plan(),
                "group a has 3 partitions, and no partition 3");
        refused(
                () -> Allocation.of(List.of(), GROUPS)
                        .pins(List.of(new Pin("a", 0, "n"), new Pin("a", 0, "m")))
                        .plan(),
                "a/0 is pinned twice");
        assertThat(Allocation.of(RoundsTest.nodes(1), GROUPS)
                        .bans(List.of(Ban.ofGroup("a", "gone")))
                        .plan()
                        .unplaced())
                .isEmpty();
    }

    @Test
    void pinOfAGroupWithoutPartitions() {
        refused(
                () -> Allocation.of(RoundsTest.nodes(1), List.of(PartitionGroup.of("a", 0), PartitionGroup.of("b", 2)))
                        .pins(List.of(new Pin("a", 0, "n0")))
                        .plan(),
                "group a has 0 partitions, and no partition 0");
    }

    @Test
    void bounds() {
        refused(
                () -> Allocation.of(List.of(), GROUPS).maxMoves(-1),
                "at most -1 moves is not a valid limit; use 0 or more");
    }

    @Test
    void storedPlans() {
        refused(() -> Plan.restore().place("a", -1, "n"), "group a has no partition -1");
        refused(() -> Plan.restore().place("a", 10_000_000, "n"), "group a has no partition 10000000");
        refused(() -> Plan.restore().place("a", 0, "n", "n"), "a/0 is on node n with two replicas");
        refused(() -> Plan.restore().place("a", 0, " "), "a node needs an id, got ' '");
        refused(() -> Plan.empty().nodes("a", 0), "the plan has no partition a/0");
        refused(() -> Plan.restore().target("a", 0, "n").target("a", 0, "n"), "a/0 is aimed twice");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }
}
