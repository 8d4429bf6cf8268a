// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AllocationRulesTest {
    @Test
    void partitionsAreSpreadWithinEachGroupAndOverAll() {
        List<PartitionGroup> groups = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            groups.add(PartitionGroup.of("g" + i, 1 + i));
        }

        Plan plan = Allocation.of(RoundsTest.nodes(7), groups).plan();

        assertThat(groups).allSatisfy(it -> assertThat(plan.spread(it.id())).isLessThanOrEqualTo(1));
        assertThat(plan.spread()).isLessThanOrEqualTo(1);
        assertThat(plan.moves()).hasSize(465).allMatch(it -> it.reason() == MoveReason.NOT_PLACED_BEFORE);
    }

    @Test
    void capacityIsAShare() {
        List<AllocationNode> nodes = List.of(AllocationNode.of("big").withCapacity(3), AllocationNode.of("small"));

        Plan plan = Allocation.of(nodes, List.of(PartitionGroup.of("a", 8), PartitionGroup.of("b", 12)))
                .plan();

        assertThat(counts(plan, "a")).isEqualTo(Map.of("big", 6, "small", 2));
        assertThat(counts(plan, "b")).isEqualTo(Map.of("big", 9, "small", 3));
    }

    @Test
    void aJoiningNodeTakesItsShareAndNothingElseMoves() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 30), PartitionGroup.of("b", 30));
        Plan plan = Allocation.of(RoundsTest.nodes(4), groups).plan();

        Plan after = Allocation.of(RoundsTest.nodes(5), groups).after(plan).plan();

        assertThat(after.moves()).hasSize(12).allMatch(it -> it.to().equals(Optional.of("n4")));
        assertThat(after.moves().get(0).toString())
                .startsWith("a/")
                .endsWith("because its node had more of its group than the other");
    }

    @Test
    void aNodeThatIsNotEligibleKeepsWhatItHasAndGetsNothingNew() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 9));
        Plan plan = Allocation.of(RoundsTest.nodes(3), groups).plan();
        List<AllocationNode> nodes =
                List.of(AllocationNode.of("n0").notEligible(), AllocationNode.of("n1"), AllocationNode.of("n3"));

        Plan after = Allocation.of(nodes, List.of(PartitionGroup.of("a", 12)))
                .after(plan)
                .plan();

        assertThat(counts(after, "a")).containsEntry("n0", 3);
        assertThat(after.spread("a")).isLessThanOrEqualTo(1);
    }

    @Test
    void whatNoOtherNodeTakesStaysOnADrainingOne() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 3));
        Plan plan = Allocation.of(RoundsTest.nodes(1), groups).plan();

        Plan after = Allocation.of(List.of(AllocationNode.of("n0").drained()), groups)
                .after(plan)
                .plan();

        assertThat(after.moves()).isEmpty();
        assertThat(after.unplaced()).isEmpty();
        assertThat(after.node("a", 2)).contains("n0");
    }

    @Test
    void withoutNodesNothingIsPlacedAndThatIsSaid() {
        Plan plan = Allocation.of(List.of(), List.of(PartitionGroup.of("a", 2))).plan();

        assertThat(plan.unplaced())
                .containsExactly(
                        new Unplaced("a", 0, 1, UnplacedReason.NO_NODE),
                        new Unplaced("a", 1, 1, UnplacedReason.NO_NODE));
        assertThat(plan.node("a", 0)).isEmpty();
    }

    @Test
    void aPinnedPartitionGoesWhereItIsPinnedAndTheOthersMakeRoom() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 4));
        Plan plan = Allocation.of(RoundsTest.nodes(2), groups).plan();
        String other = plan.node("a", 0).orElseThrow().equals("n0") ? "n1" : "n0";

        Plan after = Allocation.of(RoundsTest.nodes(2), groups)
                .pins(List.of(new Pin("a", 0, other)))
                .after(plan)
                .plan();

        assertThat(after.node("a", 0)).contains(other);
        assertThat(after.spread()).isZero();
        assertThat(after.moves().get(0).reason()).isEqualTo(MoveReason.PINNED);
    }

    @Test
    void aPinToANodeThatIsNotThereLeavesThePartitionUnplacedAndSaysSo() {
        Plan plan = Allocation.of(RoundsTest.nodes(2), List.of(PartitionGroup.of("a", 2)))
                .pins(List.of(new Pin("a", 1, "n7")))
                .plan();

        assertThat(plan.unplaced()).containsExactly(new Unplaced("a", 1, 1, UnplacedReason.PINNED_NODE_UNAVAILABLE));
        assertThat(plan.node("a", 0)).isPresent();
    }

    @Test
    void aBannedNodeGetsNothingAndWhatItHadLeaves() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 6), PartitionGroup.of("b", 6));
        Plan plan = Allocation.of(RoundsTest.nodes(3), groups).plan();

        Plan after = Allocation.of(RoundsTest.nodes(3), groups)
                .bans(List.of(Ban.ofGroup("a", "n0"), Ban.ofGroup("b", "n1"), new Ban("b", 0, "n2")))
                .after(plan)
                .plan();

        assertThat(counts(after, "a")).isEqualTo(Map.of("n1", 3, "n2", 3));
        assertThat(counts(after, "b")).isEqualTo(Map.of("n0", 3, "n2", 3));
        assertThat(after.moves()).anyMatch(it -> it.reason() == MoveReason.BANNED);
    }

    @Test
    void bannedEverywhereIsUnplaced() {
        Plan plan = Allocation.of(RoundsTest.nodes(1), List.of(PartitionGroup.of("a", 1)))
                .bans(List.of(new Ban("a", 0, "n0")))
                .plan();

        assertThat(plan.unplaced()).containsExactly(new Unplaced("a", 0, 1, UnplacedReason.BANNED_EVERYWHERE));
    }

    @Test
    void replicasAreInDifferentZonesAndLeadersAreSpread() {
        List<AllocationNode> nodes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            nodes.add(AllocationNode.of("n" + i).inZone("z" + i / 2));
        }

        Plan plan = Allocation.of(nodes, List.of(PartitionGroup.of("orders", 12).withReplicas(3, ZoneSpread.DISTINCT)))
                .plan();

        Map<String, Integer> leads = new HashMap<>();
        for (int partition = 0; partition < 12; partition++) {
            assertThat(plan.nodes("orders", partition).stream().map(it -> (it.charAt(1) - '0') / 2))
                    .containsExactlyInAnyOrder(0, 1, 2);
            leads.merge(plan.nodes("orders", partition).get(0), 1, Integer::sum);
        }
        assertThat(leads)
                .hasSize(6)
                .allSatisfy((node, count) -> assertThat(count).isEqualTo(2));
        assertThat(plan.spread()).isZero();
    }

    @Test
    void moreReplicasThanZonesAreUnplacedWhereZonesMustBeDistinctAndSharedWhereTheyNeedNot() {
        List<AllocationNode> nodes = List.of(
                AllocationNode.of("n0").inZone("east"),
                AllocationNode.of("n1").inZone("east"),
                AllocationNode.of("n2").inZone("west"));
        PartitionGroup group = PartitionGroup.of("a", 1);

        Plan distinct = Allocation.of(nodes, List.of(group.withReplicas(3, ZoneSpread.DISTINCT)))
                .plan();
        Plan even = Allocation.of(nodes, List.of(group.withReplicas(3, ZoneSpread.EVEN)))
                .plan();
        Plan tooMany = Allocation.of(nodes, List.of(group.withReplicas(4, ZoneSpread.NONE)))
                .plan();

        assertThat(distinct.unplaced()).containsExactly(new Unplaced("a", 0, 1, UnplacedReason.TOO_FEW_ZONES));
        assertThat(even.nodes("a", 0)).containsExactlyInAnyOrder("n0", "n1", "n2");
        assertThat(tooMany.unplaced()).containsExactly(new Unplaced("a", 0, 1, UnplacedReason.TOO_FEW_NODES));
    }

    @Test
    void aReplicaThatWasLostIsReplacedAndASurvivorLeads() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 9).withReplicas(2, ZoneSpread.NONE));
        Plan plan = Allocation.of(RoundsTest.nodes(3), groups).plan();

        Plan after = Allocation.of(RoundsTest.nodes(4).subList(1, 4), groups)
                .after(plan)
                .maxMoves(0)
                .plan();

        for (int partition = 0; partition < 9; partition++) {
            assertThat(plan.nodes("a", partition))
                    .contains(after.nodes("a", partition).get(0));
            assertThat(after.nodes("a", partition)).hasSize(2);
        }
    }

    @Test
    void nodesExchangeWhatTheyHaveOfAGroupWhereNoSingleMoveKeepsTheGroupEven() {
        PlanBuilder stored = Plan.restore();
        List<PartitionGroup> groups = new ArrayList<>();
        for (String group : List.of("a", "b", "c")) {
            groups.add(PartitionGroup.of(group, 2).withWeights(2, 1));
            stored.place(group, 0, "n0").place(group, 1, "n1");
        }

        Plan plan =
                Allocation.of(RoundsTest.nodes(2), groups).after(stored.build()).plan();

        assertThat(plan.moves())
                .containsExactlyInAnyOrder(
                        new Move("a", 0, Optional.of("n0"), Optional.of("n1"), MoveReason.CLUSTER_BALANCE),
                        new Move("a", 1, Optional.of("n1"), Optional.of("n0"), MoveReason.CLUSTER_BALANCE));
    }

    @Test
    void aNodeIsComparedWithTheOneThatHasMostRoomAndNotWithTheOneThatHasLeast() {
        List<AllocationNode> nodes = List.of(
                AllocationNode.of("small"),
                AllocationNode.of("middle").withCapacity(2),
                AllocationNode.of("big").withCapacity(4));
        // The last is nowhere, but its weights are why there is a search.
        List<PartitionGroup> groups = List.of(
                PartitionGroup.of("a", 1),
                PartitionGroup.of("b", 1),
                PartitionGroup.of("c", 3),
                PartitionGroup.of("d", 2).withWeights(1, 2));
        List<Pin> pins = List.of(
                new Pin("a", 0, "small"),
                new Pin("c", 0, "big"),
                new Pin("c", 1, "big"),
                new Pin("c", 2, "big"),
                new Pin("d", 0, "absent"),
                new Pin("d", 1, "absent"));
        Plan stored = Plan.restore()
                .place("a", 0, "small")
                .place("b", 0, "middle")
                .place("c", 0, "big")
                .place("c", 1, "big")
                .place("c", 2, "big")
                .build();

        Plan plan = Allocation.of(nodes, groups).pins(pins).after(stored).plan();

        assertThat(plan.node("b", 0)).contains("big");
    }

    static Map<String, Integer> counts(Plan plan, String group) {
        Map<String, Integer> counts = new HashMap<>();
        for (int partition = 0; partition < plan.partitions(group); partition++) {
            plan.node(group, partition).ifPresent(it -> counts.merge(it, 1, Integer::sum));
        }
        return counts;
    }
}
