// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.allocation.Allocation;
import dev.baton.allocation.AllocationNode;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Plan;
import dev.baton.allocation.PlanBuilder;
import dev.baton.allocation.ZoneSpread;
import dev.baton.controller.RequestRejectedException.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Decides where partitions go: into groups that have few, on nodes that have few, over zones. Only the leader asks it;
 * what it says goes into the log.
 */
final class ReplicaPlacement {
    private final ControllerState state;
    private final int groupsPerNode;

    ReplicaPlacement(ControllerState state, int groupsPerNode) {
        this.state = state;
        this.groupsPerNode = groupsPerNode;
    }

    /**
     * Groups for new partitions.
     *
     * @param added the groups among them that do not exist yet
     * @param groups one for each partition
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Placed(List<ReplicaGroup> added, long[] groups) {}

    /**
     * @param partitions how many
     * @throws RequestRejectedException if there are too few nodes for so many replicas
     */
    Placed place(int partitions, int replicas) {
        List<ClusterNode> taking =
                state.nodes.values().stream().filter(ClusterNode::takes).toList();
        if (taking.size() < replicas) {
            throw new RequestRejectedException(
                    Code.TOO_FEW_NODES,
                    "replication factor " + replicas + " needs as many nodes, and of " + state.nodes.size() + " nodes "
                            + taking.size() + " take replicas");
        }
        List<ReplicaGroup> usable = new ArrayList<>(state.groups.values().stream()
                .filter(group -> group.replicas().size() == replicas
                        && group.replicas().stream()
                                .allMatch(it -> state.node(it).takes()))
                .toList());
        int room = Math.max(0, taking.size() * groupsPerNode - usable.size());
        List<ReplicaGroup> added = newGroups(Math.min(partitions, room), replicas);
        usable.addAll(added);

        PriorityQueue<ReplicaGroup> emptiest = new PriorityQueue<>(
                Comparator.comparingInt(ReplicaGroup::partitions).thenComparing(ReplicaGroup::id));
        emptiest.addAll(usable);
        long[] groups = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            ReplicaGroup group = emptiest.remove();
            groups[partition] = group.id().value();
            emptiest.add(group.withPartitions(group.partitions() + 1));
        }
        // Every added group is used: there are no more of them than partitions, and they are the emptiest.
        return new Placed(added, groups);
    }

    private List<ReplicaGroup> newGroups(int count, int replicas) {
        List<ReplicaGroup> added = new ArrayList<>();
        if (count == 0) {
            return added;
        }
        Pools pools = new Pools(state);
        int first = pools.size(replicas);
        Plan plan = pools.plan(Map.of(replicas, count));
        for (int i = 0; i < count; i++) {
            List<NodeId> nodes = pools.nodes(plan, replicas, first + i);
            added.add(ReplicaGroup.of(GroupId.of(state.lastGroup + 1 + i), nodes, founders(nodes)));
        }
        return added;
    }

    /** Empty, if not all have said which member they are. */
    private List<String> founders(List<NodeId> nodes) {
        List<String> members = nodes.stream()
                .flatMap(node -> state.node(node).member().stream())
                .toList();
        return members.size() == nodes.size() ? members : List.of();
    }

    /**
     * Other places for the replicas on nodes that take none and give theirs away: draining ones and these.
     *
     * @return for each group that finds one; others stay as they are
     */
    List<PartitionReassigned> without(NodeId node) {
        List<PartitionReassigned> moved = new ArrayList<>();
        ControllerState rest = state.draft();
        rest.nodes.put(node, state.node(node).withDraining(true));
        Pools pools = new Pools(rest);
        Plan plan = pools.plan(Map.of());
        pools.groups.forEach((replicas, groups) -> {
            for (int i = 0; i < groups.size(); i++) {
                List<NodeId> nodes = pools.nodes(plan, replicas, i);
                if (groups.get(i).replicas().contains(node) && nodes.size() == replicas && !nodes.contains(node)) {
                    moved.add(new PartitionReassigned(groups.get(i).id(), nodes));
                }
            }
        });
        return moved;
    }

    /**
     * Other places for the replicas on a node that is gone for good, as far as this cluster can tell.
     *
     * <ol>
     *   <li>Only the replica on that node is replaced. All others stay: they have the data.
     *   <li>A group without a leader stays as it is. No leader could let another replica in, and those that are away may be
     *       the ones that have what the others lack.
     * </ol>
     *
     * @return for each group that finds one; others stay as they are
     */
    List<PartitionReassigned> insteadOf(NodeId gone) {
        long taking = state.nodes.values().stream().filter(ClusterNode::takes).count();
        Predicate<ReplicaGroup> canBeMended = group -> group.replicas().contains(gone)
                && group.leader().isPresent()
                && group.replicas().stream()
                                .filter(it -> state.node(it).takes())
                                .count()
                        < taking;
        if (state.groups.values().stream().noneMatch(canBeMended)) {
            return List.of();
        }
        List<PartitionReassigned> replaced = new ArrayList<>();
        Pools pools = new Pools(state);
        Plan plan = pools.planWithout(gone);
        pools.groups.forEach((replicas, groups) -> {
            for (int i = 0; i < groups.size(); i++) {
                ReplicaGroup group = groups.get(i);
                if (canBeMended.test(group)) {
                    List<NodeId> nodes = plan.nodes(Pools.pool(replicas), i).stream()
                            .map(NodeId::of)
                            .toList();
                    boolean othersStay =
                            group.replicas().stream().allMatch(it -> it.equals(gone) != nodes.contains(it));
                    if (nodes.size() == replicas && othersStay) {
                        replaced.add(new PartitionReassigned(group.id(), nodes));
                    }
                }
            }
        });
        return replaced;
    }

    /** The groups by how many replicas they have: each such pool is balanced by itself, and all together. */
    private static final class Pools {
        private final ControllerState state;
        private final Map<Integer, List<ReplicaGroup>> groups = new TreeMap<>();

        Pools(ControllerState state) {
            this.state = state;
            state.groups
                    .values()
                    .forEach(group -> groups.computeIfAbsent(group.replicas().size(), it -> new ArrayList<>())
                            .add(group));
        }

        int size(int replicas) {
            return groups.getOrDefault(replicas, List.of()).size();
        }

        /** Where all groups, and so many more, would best be. */
        Plan plan(Map<Integer, Integer> added) {
            return allocation(added, nodes()).plan();
        }

        /** Where the replicas of a removed node are best placed, while all others stay. */
        Plan planWithout(NodeId gone) {
            List<AllocationNode> others = nodes().stream()
                    .filter(node -> !node.id().equals(gone.value()))
                    .map(node ->
                            new AllocationNode(node.id(), node.capacity(), node.zone(), node.takesPartitions(), false))
                    .toList();
            return allocation(Map.of(), others).maxMoves(0).plan();
        }

        private Allocation allocation(Map<Integer, Integer> added, List<AllocationNode> nodes) {
            PlanBuilder before = Plan.restore();
            Map<Integer, Integer> sizes = new TreeMap<>(added);
            groups.forEach((replicas, pool) -> {
                sizes.merge(replicas, pool.size(), Integer::sum);
                for (int i = 0; i < pool.size(); i++) {
                    before.place(
                            pool(replicas),
                            i,
                            pool.get(i).replicas().stream().map(NodeId::value).toArray(String[]::new));
                }
            });
            List<PartitionGroup> wanted = new ArrayList<>();
            sizes.forEach((replicas, count) ->
                    wanted.add(PartitionGroup.of(pool(replicas), count).withReplicas(replicas, ZoneSpread.EVEN)));
            return Allocation.of(nodes, wanted).after(before.build());
        }

        private List<AllocationNode> nodes() {
            return state.nodes.values().stream()
                    .map(node -> new AllocationNode(
                            node.id().value(), node.weight(), node.zone(), !node.fenced(), node.draining()))
                    .toList();
        }

        private static String pool(int replicas) {
            return "replicas-" + replicas;
        }

        List<NodeId> nodes(Plan plan, int replicas, int number) {
            return plan.target(pool(replicas), number).stream().map(NodeId::of).toList();
        }
    }
}
