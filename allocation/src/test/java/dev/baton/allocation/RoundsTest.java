// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A bound on moves: rounds end where one round without a bound ends, and no round makes the balance worse. */
class RoundsTest {
    private static final int SEEDS = Integer.getInteger("baton.seeds", 1_000);

    @Test
    void roundsEndInThePlanOfOneRoundWithoutABound() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            boolean plain = random.nextBoolean();
            Case made = plain ? Case.plain(random, 6, 5, 15) : Case.rich(random);
            int fewest = disturbing(made, made.allocation().plan());
            Plan whole = made.allocation().plan();
            int bound = 1 + random.nextInt(3);
            int disturbed = 0;
            Plan plan = made.previous;
            for (int round = 0; round == 0 || !plan.settled(); round++) {
                assertThat(round).as("seed %d", seed).isLessThan(500);
                made.previous = plan;

                plan = made.allocation().maxMoves(bound).plan();

                int moves = disturbing(made, plan);
                disturbed += moves;
                assertThat(moves).as("seed %d", seed).isLessThanOrEqualTo(bound);
                checkOwned(seed, made, plan);
            }
            assertThat(placements(plan)).as("seed %d", seed).isEqualTo(targets(whole));
            assertThat(plain ? disturbed : fewest).as("seed %d", seed).isEqualTo(fewest);
        }
    }

    private static int disturbing(Case made, Plan plan) {
        return (int) plan.moves().stream()
                .filter(it -> it.from().isPresent()
                        && it.to().isPresent()
                        && made.has(it.from().get()))
                .filter(it -> it.reason() != MoveReason.LEADER_BALANCE)
                .filter(it -> made.groups.stream()
                        .anyMatch(group -> group.id().equals(it.group())
                                && (group.replicas() == 1 || it.reason() != MoveReason.PINNED)))
                .count();
    }

    private static void checkOwned(int seed, Case made, Plan plan) {
        for (PartitionGroup group : made.groups) {
            for (int partition = 0; partition < group.partitions(); partition++) {
                List<String> nodes = plan.nodes(group.id(), partition);
                assertThat(nodes).as("seed %d", seed).doesNotHaveDuplicates().allMatch(made::has);
                assertThat(nodes.size())
                        .as("seed %d: %s/%d", seed, group, partition)
                        .isGreaterThanOrEqualTo(
                                Math.min(1, plan.target(group.id(), partition).size()));
            }
        }
    }

    private static List<String> targets(Plan plan) {
        List<String> all = new ArrayList<>();
        for (String group : plan.groups()) {
            for (int partition = 0; partition < plan.partitions(group); partition++) {
                all.add(group + "/" + partition + plan.target(group, partition));
            }
        }
        return all;
    }

    private static List<String> placements(Plan plan) {
        List<String> all = new ArrayList<>();
        for (String group : plan.groups()) {
            for (int partition = 0; partition < plan.partitions(group); partition++) {
                all.add(group + "/" + partition + plan.nodes(group, partition));
            }
        }
        return all;
    }

    @Test
    void aPlanThatWasStoredAndRestoredGoesOnToTheSameTarget() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = Case.plain(random, 6, 5, 15);
            Plan whole = made.allocation().plan();
            Plan plan = made.previous;
            for (int round = 0; round == 0 || !plan.settled(); round++) {
                made.previous = plan;
                plan = stored(made.allocation().maxMoves(1).plan());
            }
            assertThat(placements(plan)).as("seed %d", seed).isEqualTo(placements(whole));
        }
    }

    private static Plan stored(Plan plan) {
        PlanBuilder restored = Plan.restore();
        for (String group : plan.groups()) {
            for (int partition = plan.partitions(group) - 1; partition >= 0; partition--) {
                restored.place(group, partition, plan.nodes(group, partition).toArray(new String[0]));
                restored.target(group, partition, plan.target(group, partition).toArray(new String[0]));
            }
        }
        return restored.build();
    }

    @Test
    void noRoundMakesTheBalanceWorseThatMayMoveAsManyPartitionsAsThereAreNodes() {
        for (int seed = 0; seed < 3 * SEEDS; seed++) {
            Random random = new Random(seed);
            rounds(seed, random, 6 + random.nextInt(3));
        }
    }

    /** A round that cannot end an exchange leaves one node with one more, which no later round makes worse. */
    @Test
    void aSmallerRoundMakesOnlyAnEvenPlanWorseAndThatByOne() {
        int begun = 0;
        for (int seed = 0; seed < 3 * SEEDS; seed++) {
            Random random = new Random(seed);
            begun += rounds(seed, random, 1 + random.nextInt(3));
        }
        assertThat(begun).as("exchanges that took more than a round").isPositive();
    }

    /** How many rounds made the balance worse. */
    private static int rounds(int seed, Random random, int bound) {
        Case made = Case.plain(random, 6, 5, 15);
        made.nodes.replaceAll(it -> AllocationNode.of(it.id()));
        // What has no node is placed first, which may cost balance; what follows must not.
        Plan plan = made.allocation().maxMoves(0).plan();
        int worse = 0;
        while (!plan.settled()) {
            made.previous = plan;

            plan = made.allocation().maxMoves(bound).plan();

            for (PartitionGroup group : made.groups) {
                assertThat(plan.spread(group.id()))
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(Math.max(1, made.previous.spread(group.id())));
            }
            if (plan.spread() > Math.max(1, made.previous.spread())) {
                worse++;
                assertThat(bound).as("seed %d", seed).isLessThan(made.nodes.size());
                assertThat(made.previous.spread()).as("seed %d", seed).isLessThanOrEqualTo(1);
                assertThat(plan.spread()).as("seed %d", seed).isEqualTo(2);
            }
        }
        assertThat(plan.spread()).isLessThanOrEqualTo(1);
        return worse;
    }

    @Test
    void aJoinOrALeaveNeverMakesTheBalanceWorseInAnyRound() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 31), PartitionGroup.of("b", 7));
        List<AllocationNode> three = nodes(3);
        Plan plan = Allocation.of(three, groups).plan();
        int spread = Integer.MAX_VALUE;
        List<AllocationNode> four = nodes(4);
        do {
            plan = Allocation.of(four, groups).after(plan).maxMoves(1).plan();
            assertThat(plan.spread()).isLessThanOrEqualTo(spread);
            spread = plan.spread();
        } while (!plan.settled());
        assertThat(spread).isLessThanOrEqualTo(1);
    }

    @Test
    void drainingNodesAreEmptiedBeforeAnythingMovesForBalance() {
        PlanBuilder skewed = Plan.restore();
        for (int partition = 0; partition < 20; partition++) {
            skewed.place("a", partition, partition < 12 ? "n0" : partition < 15 ? "n1" : "n2");
        }
        List<AllocationNode> nodes =
                List.of(AllocationNode.of("n0"), AllocationNode.of("n1").drained(), AllocationNode.of("n2"));

        Plan plan = Allocation.of(nodes, List.of(PartitionGroup.of("a", 20)))
                .after(skewed.build())
                .maxMoves(4)
                .plan();

        assertThat(plan.moves())
                .extracting(Move::reason)
                .containsExactly(
                        MoveReason.NODE_DRAINING,
                        MoveReason.NODE_DRAINING,
                        MoveReason.NODE_DRAINING,
                        MoveReason.GROUP_BALANCE);
    }

    @Test
    void whatLostItsNodeIsPlacedAtOnceWhateverTheBound() {
        List<PartitionGroup> groups = List.of(PartitionGroup.of("a", 30));
        Plan plan = Allocation.of(nodes(3), groups).plan();

        Plan after = Allocation.of(nodes(2), groups).after(plan).maxMoves(0).plan();

        assertThat(after.moves()).hasSize(10).allMatch(it -> it.reason() == MoveReason.NODE_GONE);
        assertThat(after.unplaced()).isEmpty();
        assertThat(after.settled()).isTrue();
    }

    static List<AllocationNode> nodes(int count) {
        List<AllocationNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(AllocationNode.of("n" + i));
        }
        return nodes;
    }
}
