// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Nodes under other names get the same plan under these, unless only their names told them apart. */
class RenamingTest {
    @Test
    void renamedNodesGetTheSamePlanUnderTheirNewNames() {
        assertThat(compare(random -> Case.plain(random, 6, 4, 12))).isGreaterThan(300);
    }

    @Test
    void soDoThoseWithWeightsReplicasZonesPinsAndBans() {
        assertThat(compare(Case::rich)).isGreaterThan(300);
    }

    /** How many plans were compared. */
    private static int compare(Function<Random, Case> maker) {
        int compared = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            Case made = maker.apply(random);
            if (nodesWithoutPartitions(made) > 1) {
                continue;
            }
            compared++;
            List<Integer> names = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                names.add(i);
            }
            Collections.shuffle(names, random);
            Plan plan = made.allocation().plan();

            Plan renamed = Allocation.of(
                            made.nodes.stream()
                                    .map(it -> new AllocationNode(
                                            renamed(it.id(), names),
                                            it.capacity(),
                                            it.zone(),
                                            it.eligible(),
                                            it.draining()))
                                    .toList(),
                            made.groups)
                    .pins(made.pins.stream()
                            .map(it -> new Pin(it.group(), it.partition(), renamed(it.node(), names)))
                            .toList())
                    .bans(made.bans.stream()
                            .map(it -> new Ban(it.group(), it.partition(), renamed(it.node(), names)))
                            .toList())
                    .after(renamed(made.previous, names))
                    .plan();

            for (PartitionGroup group : made.groups) {
                for (int partition = 0; partition < group.partitions(); partition++) {
                    assertThat(renamed.nodes(group.id(), partition))
                            .as("seed %d, %s/%d", seed, group.id(), partition)
                            .isEqualTo(plan.nodes(group.id(), partition).stream()
                                    .map(it -> renamed(it, names))
                                    .toList());
                }
            }
        }
        return compared;
    }

    private static int nodesWithoutPartitions(Case made) {
        Set<String> without = new HashSet<>();
        made.taking().forEach(it -> without.add(it.id()));
        for (String group : made.previous.groups()) {
            for (int partition = 0; partition < made.previous.partitions(group); partition++) {
                without.removeAll(made.previous.nodes(group, partition));
            }
        }
        return without.size();
    }

    private static String renamed(String node, List<Integer> names) {
        return "x" + names.get(Integer.parseInt(node.substring(1)));
    }

    private static Plan renamed(Plan plan, List<Integer> names) {
        PlanBuilder restored = Plan.restore();
        for (String group : plan.groups()) {
            for (int partition = 0; partition < plan.partitions(group); partition++) {
                restored.place(
                        group,
                        partition,
                        plan.nodes(group, partition).stream()
                                .map(it -> renamed(it, names))
                                .toArray(String[]::new));
            }
        }
        return restored.build();
    }
}
