// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random input: nodes in every state, groups, and a previous plan that need not be balanced, or known. */
final class Case {
    final List<AllocationNode> nodes = new ArrayList<>();
    final List<PartitionGroup> groups = new ArrayList<>();
    final List<Pin> pins = new ArrayList<>();
    final List<Ban> bans = new ArrayList<>();
    Plan previous = Plan.empty();

    /** One replica, equal weights, no pin and no ban. */
    static Case plain(Random random, int maxNodes, int maxGroups, int maxPartitions) {
        Case made = new Case();
        boolean sameCapacity = random.nextBoolean();
        int count = 1 + random.nextInt(maxNodes);
        for (int i = 0; i < count; i++) {
            AllocationNode node = AllocationNode.of("n" + i).inZone("z" + i % 3);
            node = sameCapacity ? node : node.withCapacity(1 + random.nextInt(4));
            int state = i == 0 ? 9 : random.nextInt(10);
            made.nodes.add(state == 0 ? node.drained() : state == 1 ? node.notEligible() : node);
        }
        int groupCount = 1 + random.nextInt(maxGroups);
        for (int group = 0; group < groupCount; group++) {
            made.groups.add(PartitionGroup.of("g" + group, random.nextInt(maxPartitions + 1)));
        }
        made.place(random);
        return made;
    }

    /** Nodes of equal capacity and small groups, with pins and bans of whole groups. */
    static Case constrained(Random random) {
        Case made = plain(random, 5, 4, 5);
        made.nodes.replaceAll(it -> it.withCapacity(1));
        for (PartitionGroup group : made.groups) {
            for (String node : made.nodes.stream().map(AllocationNode::id).toList()) {
                if (random.nextInt(4) == 0) {
                    made.bans.add(Ban.ofGroup(group.id(), node));
                }
            }
            for (int partition = 0; partition < group.partitions(); partition++) {
                if (random.nextInt(6) == 0) {
                    made.pins.add(new Pin(group.id(), partition, made.anyNode(random)));
                }
            }
        }
        return made;
    }

    /** Bans a few partitions of their own. */
    void banSome(Random random) {
        for (PartitionGroup group : groups) {
            for (int i = random.nextInt(3); i > 0 && group.partitions() > 0; i--) {
                bans.add(new Ban(group.id(), random.nextInt(group.partitions()), anyNode(random)));
            }
        }
    }

    /** With weights, replicas, pins and bans. */
    static Case rich(Random random) {
        Case made = plain(random, 7, 4, 12);
        List<PartitionGroup> plain = new ArrayList<>(made.groups);
        made.groups.clear();
        for (PartitionGroup group : plain) {
            PartitionGroup changed = group;
            if (random.nextInt(2) == 0) {
                changed = changed.withWeights(
                        random.ints(group.partitions(), 1, 9).toArray());
            }
            if (random.nextInt(2) == 0) {
                changed = changed.withReplicas(
                        1 + random.nextInt(4), List.of(ZoneSpread.values()).get(random.nextInt(3)));
            }
            made.groups.add(changed);
            for (int i = random.nextInt(4); i > 0 && group.partitions() > 0; i--) {
                made.bans.add(new Ban(
                        group.id(),
                        random.nextInt(3) == 0 ? Ban.WHOLE_GROUP : random.nextInt(group.partitions()),
                        made.anyNode(random)));
            }
            if (random.nextInt(3) == 0 && group.partitions() > 0) {
                made.pins.add(new Pin(group.id(), random.nextInt(group.partitions()), made.anyNode(random)));
            }
        }
        made.place(random);
        return made;
    }

    /** A node that is there, or one that is not. */
    private String anyNode(Random random) {
        return "n" + random.nextInt(nodes.size() + 1);
    }

    /** A previous plan: skewed to a few nodes at times, with nodes that are gone and partitions without one. */
    private void place(Random random) {
        PlanBuilder plan = Plan.restore();
        int known = 1 + random.nextInt(nodes.size() + 2);
        int nothing = random.nextInt(5);
        for (PartitionGroup group : groups) {
            int partitions = group.partitions() + random.nextInt(2);
            for (int partition = 0; partition < partitions; partition++) {
                if (nothing == 0 || random.nextInt(8) == 0) {
                    continue;
                }
                List<String> all = new ArrayList<>();
                for (int i = 0; i < known; i++) {
                    all.add("n" + i);
                }
                Collections.shuffle(all, random);
                int replicas = Math.min(all.size(), group.replicas());
                plan.place(group.id(), partition, all.subList(0, replicas).toArray(new String[0]));
            }
        }
        previous = plan.build();
    }

    Allocation allocation() {
        return Allocation.of(nodes, groups).pins(pins).bans(bans).after(previous);
    }

    List<AllocationNode> taking() {
        return nodes.stream().filter(AllocationNode::takesPartitions).toList();
    }

    AllocationNode node(String id) {
        return nodes.stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
    }

    boolean has(String id) {
        return nodes.stream().anyMatch(it -> it.id().equals(id));
    }

    boolean banned(String group, int partition, String node) {
        return bans.contains(new Ban(group, partition, node)) || bans.contains(Ban.ofGroup(group, node));
    }

    /** Whether neither a pin nor a ban keeps a partition of one replica from a node. */
    boolean mayHave(String group, int partition, String node) {
        return !banned(group, partition, node)
                && (!isPinned(group, partition) || pins.contains(new Pin(group, partition, node)));
    }

    boolean isPinned(String group, int partition) {
        return pins.stream().anyMatch(it -> it.group().equals(group) && it.partition() == partition);
    }

    /** Whether a partition of one replica stays on a node that takes nothing new, and does not drain. */
    boolean staysOutside(String group, int partition) {
        return before(group, partition).stream()
                .anyMatch(
                        it -> has(it) && !node(it).eligible() && !node(it).draining() && mayHave(group, partition, it));
    }

    /** Who had a partition before; empty for one that the previous plan does not have. */
    List<String> before(String group, int partition) {
        return partition < previous.partitions(group) ? previous.nodes(group, partition) : List.of();
    }
}
