// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mistakes that allocators usually make, and that this one does not: see docs/design-decisions.md. */
class AllocationDesignTest {
    @Test
    void theTargetIsPartOfThePlanAndStaysTheSameFromRoundToRound() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 40));
        Plan plan = Allocation.of(RoundsTest.nodes(3), groups).plan();
        Plan first = Allocation.of(RoundsTest.nodes(5), groups)
                .after(plan)
                .maxMoves(3)
                .plan();

        Plan second = Allocation.of(RoundsTest.nodes(5), groups)
                .after(first)
                .maxMoves(3)
                .plan();

        assertThat(first.pending()).isEqualTo(13);
        assertThat(second.pending()).isEqualTo(10);
        for (int partition = 0; partition < 40; partition++) {
            assertThat(second.target("a", partition)).isEqualTo(first.target("a", partition));
        }
    }

    @Test
    void aJoiningNodeWithALowIdCausesNoMoreMovesThanAnyOther() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 10), PartitionGroup.of("b", 11));
        List<AllocationNode> nodes = List.of(AllocationNode.of("m1"), AllocationNode.of("m2"), AllocationNode.of("m3"));
        Plan plan = Allocation.of(nodes, groups).plan();

        for (String joining : List.of("0", "m1a", "zz")) {
            List<AllocationNode> more = new ArrayList<>(nodes);
            more.add(AllocationNode.of(joining));

            Plan after = Allocation.of(more, groups).after(plan).plan();

            assertThat(after.moves()).hasSize(5).allMatch(it -> it.to().equals(Optional.of(joining)));
        }
    }

    @Test
    void aPartitionThatIsStoredForTwoNodesIsRefused() {
        PlanBuilder stored = Plan.restore().place("a", 3, "n1");

        assertThatThrownBy(() -> stored.place("a", 3, "n2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a/3 is placed twice");
    }

    @Test
    void partitionsThatAGroupNoLongerHasAreTakenFromTheirNodesByName() {
        List<AllocationNode> nodes = RoundsTest.nodes(2);
        Plan plan = Allocation.of(nodes, List.of(PartitionGroup.of("a", 6), PartitionGroup.of("b", 1)))
                .plan();

        Plan after = Allocation.of(nodes, List.of(PartitionGroup.of("a", 4)))
                .after(plan)
                .plan();

        assertThat(after.moves())
                .filteredOn(it -> it.reason() == MoveReason.REMOVED)
                .containsExactly(
                        new Move("a", 4, plan.node("a", 4), Optional.empty(), MoveReason.REMOVED),
                        new Move("a", 5, plan.node("a", 5), Optional.empty(), MoveReason.REMOVED),
                        new Move("b", 0, plan.node("b", 0), Optional.empty(), MoveReason.REMOVED));
    }

    @Test
    void partitionsAreInTheOrderOfTheirNumbers() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 12));
        Plan plan = Allocation.of(RoundsTest.nodes(1), groups).plan();

        Plan after = Allocation.of(RoundsTest.nodes(2), groups).after(plan).plan();

        assertThat(plan.moves()).extracting(Move::partition).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(after.moves()).extracting(Move::partition).containsExactly(6, 7, 8, 9, 10, 11);
    }
}
