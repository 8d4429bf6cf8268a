// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Weights, replicas, zones, pins and bans: no rule is broken, and nothing is left out that could be placed. */
class ConstraintsPropertyTest {
    private static final int SEEDS = Integer.getInteger("baton.seeds", 1_000);

    @Test
    void everyRuleIsKeptAndEverythingIsPlacedThatCanBe() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Case made = Case.rich(new Random(seed));

            Plan plan = made.allocation().plan();
            while (!plan.settled()) {
                plan = Allocation.of(made.nodes, made.groups)
                        .pins(made.pins)
                        .bans(made.bans)
                        .after(plan)
                        .plan();
            }

            for (PartitionGroup group : made.groups) {
                for (int partition = 0; partition < group.partitions(); partition++) {
                    checkPartition(seed, made, plan, group, partition);
                }
            }
        }
    }

    private static void checkPartition(int seed, Case made, Plan plan, PartitionGroup group, int partition) {
        String what = "seed " + seed + ": " + group.id() + "/" + partition;
        List<String> nodes = plan.nodes(group.id(), partition);
        List<String> before = made.before(group.id(), partition);
        int missing = plan.unplaced().stream()
                .filter(it -> it.group().equals(group.id()) && it.partition() == partition)
                .mapToInt(Unplaced::missingReplicas)
                .sum();
        assertThat(nodes).as(what).doesNotHaveDuplicates().hasSize(group.replicas() - missing);

        boolean pinned =
                made.pins.stream().anyMatch(it -> it.group().equals(group.id()) && it.partition() == partition);
        Map<String, Integer> room = new HashMap<>();
        for (AllocationNode node : made.taking()) {
            if (!made.banned(group.id(), partition, node.id()) && !nodes.contains(node.id())) {
                room.merge(node.zone(), 1, Integer::sum);
            }
        }
        Map<String, Integer> inZone = new HashMap<>();
        for (String id : nodes) {
            AllocationNode node = made.node(id);
            assertThat(node.takesPartitions() || before.contains(id)).as(what).isTrue();
            assertThat(made.banned(group.id(), partition, id)).as(what).isFalse();
            inZone.merge(node.zone(), 1, Integer::sum);
        }
        if (group.zoneSpread() == ZoneSpread.DISTINCT && group.replicas() > 1) {
            // What no other node takes stays on a draining one, whatever its zone.
            assertThat(!noneDraining(made, nodes) || inZone.values().stream().allMatch(count -> count == 1))
                    .as(what)
                    .isTrue();
            room.keySet().removeAll(inZone.keySet());
        }
        for (Pin pin : made.pins) {
            if (pin.group().equals(group.id()) && pin.partition() == partition && missing == 0) {
                assertThat(nodes.get(0)).as(what).isEqualTo(pin.node());
            }
        }
        if (missing > 0 && !pinned) {
            assertThat(room).as(what + " " + plan.unplaced()).isEmpty();
        }
    }

    private static boolean noneDraining(Case made, List<String> nodes) {
        return nodes.stream().noneMatch(it -> made.node(it).draining());
    }

    @Test
    void aRoundAfterTheLastWithTheSameInputChangesNothing() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Case made = Case.rich(new Random(seed));

            do {
                made.previous = made.allocation().plan();
            } while (!made.previous.settled());

            assertThat(made.allocation().plan().moves()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void theOrderOfTheInputPlaysNoPart() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = random.nextBoolean() ? Case.rich(random) : Case.plain(random, 7, 6, 20);
            Plan plan = made.allocation().plan();

            Collections.shuffle(made.nodes, random);
            Collections.shuffle(made.groups, random);
            Collections.shuffle(made.pins, random);
            Collections.shuffle(made.bans, random);

            Plan again = made.allocation().plan();
            assertThat(again).as("seed %d", seed).isEqualTo(plan);
            assertThat(again.moves()).as("seed %d", seed).isEqualTo(plan.moves());
        }
    }

    @Test
    void weightsAreBalancedToTheHeaviestPartitionWithinEachGroupAndOverAll() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = Case.plain(random, 6, 5, 14);
            made.nodes.replaceAll(it -> it.withCapacity(1));
            made.groups.replaceAll(it -> it.withWeights(
                    random.ints(it.partitions(), 1, 2 + random.nextInt(20)).toArray()));

            Plan plan = made.allocation().plan();

            Set<String> keeping = new HashSet<>();
            made.nodes.stream().filter(it -> !it.takesPartitions()).forEach(it -> keeping.add(it.id()));
            Map<String, Long> all = new HashMap<>();
            int heaviestOfAll = 0;
            for (PartitionGroup group : made.groups) {
                Map<String, Long> ofGroup = new HashMap<>();
                int heaviest = 0;
                for (int partition = 0; partition < group.partitions(); partition++) {
                    String node = plan.node(group.id(), partition).orElseThrow();
                    long weight = group.weight(partition);
                    heaviest = Math.max(heaviest, group.weight(partition));
                    ofGroup.merge(node, weight, Long::sum);
                    all.merge(node, weight, Long::sum);
                }
                heaviestOfAll = Math.max(heaviestOfAll, heaviest);
                assertThat(spread(made, ofGroup)).as("seed %d, %s", seed, group).isLessThanOrEqualTo(heaviest);
            }
            assertThat(spread(made, all)).as("seed %d", seed).isLessThanOrEqualTo(heaviestOfAll);
        }
    }

    /** Shares rounded down or up: of each group, and of all groups of one weight together. */
    @Test
    void eachNodeHasItsShareWhereBothCapacitiesAndWeightsOfGroupsDiffer() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<AllocationNode> nodes = new ArrayList<>();
            for (int node = 2 + random.nextInt(5); node > 0; node--) {
                nodes.add(AllocationNode.of("n" + node).withCapacity(1 + random.nextInt(4)));
            }
            List<PartitionGroup> groups = new ArrayList<>();
            for (int group = 1 + random.nextInt(6); group > 0; group--) {
                int[] weights = new int[random.nextInt(15)];
                Arrays.fill(weights, 1 + 2 * random.nextInt(3));
                groups.add(PartitionGroup.of("g" + group, weights.length).withWeights(weights));
            }
            Plan before = Allocation.of(nodes.subList(1, nodes.size()), groups).plan();

            Plan plan = Allocation.of(nodes, groups).after(before).plan();

            Map<Integer, Map<String, Integer>> ofWeight = new HashMap<>();
            for (PartitionGroup group : groups) {
                Map<String, Integer> ofGroup = new HashMap<>();
                for (int partition = 0; partition < group.partitions(); partition++) {
                    String node = plan.node(group.id(), partition).orElseThrow();
                    ofGroup.merge(node, 1, Integer::sum);
                    ofWeight.computeIfAbsent(group.weight(partition), it -> new HashMap<>())
                            .merge(node, 1, Integer::sum);
                }
                checkShares("seed " + seed + ", " + group, nodes, ofGroup);
            }
            int its = seed;
            ofWeight.forEach((weight, counts) -> checkShares("seed " + its + ", weight " + weight, nodes, counts));
        }
    }

    private static void checkShares(String what, List<AllocationNode> nodes, Map<String, Integer> counts) {
        int all = counts.values().stream().mapToInt(it -> it).sum();
        int capacityOfAll = nodes.stream().mapToInt(AllocationNode::capacity).sum();
        for (AllocationNode node : nodes) {
            double share = (double) all * node.capacity() / capacityOfAll;
            assertThat(Math.abs(counts.getOrDefault(node.id(), 0) - share))
                    .as("%s: %s of %s", what, node, counts)
                    .isLessThan(1 - 1e-9);
        }
    }

    private static long spread(Case made, Map<String, Long> load) {
        List<Long> loads = new ArrayList<>();
        made.taking().forEach(it -> loads.add(load.getOrDefault(it.id(), 0L)));
        return Collections.max(loads) - Collections.min(loads);
    }

    @Test
    void leadersAreSpread() {
        for (int seed = 0; seed < SEEDS / 4; seed++) {
            Random random = new Random(seed);
            int count = 3 + random.nextInt(5);
            List<AllocationNode> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                nodes.add(AllocationNode.of("n" + i).inZone("z" + i % 3));
            }
            List<PartitionGroup> groups = List.of(
                    PartitionGroup.of("a", 5 + random.nextInt(30)).withReplicas(3, ZoneSpread.EVEN),
                    PartitionGroup.of("b", 5 + random.nextInt(30)).withReplicas(2, ZoneSpread.DISTINCT));
            Plan plan = Allocation.of(nodes, groups).plan();
            checkLeaders(seed, plan, groups, count);

            nodes.remove(0);
            Plan after = Allocation.of(nodes, groups).after(plan).plan();
            after = Allocation.of(nodes, groups).after(after).plan();

            assertThat(after.settled()).isTrue();
            checkLeaders(seed, after, groups, count - 1);
        }
    }

    private static void checkLeaders(int seed, Plan plan, List<PartitionGroup> groups, int nodes) {
        Map<String, Integer> leads = new HashMap<>();
        int all = 0;
        for (PartitionGroup group : groups) {
            for (int partition = 0; partition < group.partitions(); partition++) {
                leads.merge(plan.node(group.id(), partition).orElseThrow(), 1, Integer::sum);
                all++;
            }
        }
        assertThat(Collections.max(leads.values()))
                .as("seed %d: %s", seed, leads)
                .isLessThanOrEqualTo(all / nodes + 1);
    }
}
