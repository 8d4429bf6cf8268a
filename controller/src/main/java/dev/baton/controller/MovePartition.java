// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Wants a partition on these nodes, the preferred leader first. Its group goes there, with all partitions that it has:
 * where replicas are is a group's, and not a partition's.
 */
record MovePartition(String topic, int partition, List<NodeId> to) implements Request {
    static final int KIND = 8;

    MovePartition {
        to = List.copyOf(to);
    }

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void check() {
        TopicRules.name(topic);
        require(!to.isEmpty(), Code.INVALID, "no node is named to move the partition to");
        require(Set.copyOf(to).size() == to.size(), Code.INVALID, "a node is named twice: " + names(to));
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        Topic known = state.topic(TopicName.of(topic));
        require(
                partition >= 0 && partition < known.partitions(),
                Code.INVALID,
                "topic " + topic + " has no partition " + partition + "; it has 0 to " + (known.partitions() - 1));
        require(
                to.size() == known.replicationFactor(),
                Code.INVALID,
                "topic " + topic + " has the replication factor " + known.replicationFactor() + ", and "
                        + (to.size() == 1 ? "1 node is" : to.size() + " nodes are") + " named");
        to.forEach(state::node);
        ReplicaGroup group = state.group(known.group(partition));
        List<NodeId> added =
                to.stream().filter(it -> !group.replicas().contains(it)).toList();
        for (NodeId each : added) {
            requireTakes(state.node(each), group);
        }
        if (!added.isEmpty()) {
            requireMovable(group, state);
        }
        return new GroupMoved(new PartitionReassigned(group.id(), to), group.partitions(), !added.isEmpty());
    }

    private static void requireTakes(ClusterNode node, ReplicaGroup group) {
        require(
                !node.fenced(),
                Code.CONFLICT,
                "node " + node.id() + " is not heard from, and cannot take replicas of group " + group.id());
        require(
                !node.draining(),
                Code.CONFLICT,
                "node " + node.id() + " is being drained: run baton nodes resume " + node.id() + " first");
        require(
                node.member().isPresent(),
                Code.CONFLICT,
                "node " + node.id() + " has not registered its Raft member, and cannot take replicas");
    }

    private static void requireMovable(ReplicaGroup group, ControllerState state) {
        Optional<NodeId> away =
                group.replicas().stream().filter(it -> !state.node(it).takes()).findFirst();
        // What waits for a node that is away may wait forever, and is given another one.
        require(
                !group.isMoving() || away.isPresent(),
                Code.CONFLICT,
                "group " + group.id() + " is being moved to " + names(group.replicas()) + ", and "
                        + names(group.leaving())
                        + " may still be needed: wait until that is done, as baton partition-groups shows");
        require(
                group.leader().isPresent(),
                Code.CONFLICT,
                "group " + group.id() + " has no leader, which alone lets others in: a majority of "
                        + names(group.replicas()) + " has to be there");
    }

    private static String names(List<NodeId> nodes) {
        return nodes.stream().map(NodeId::value).collect(Collectors.joining(", "));
    }

    private static void require(boolean holds, Code code, String problem) {
        if (!holds) {
            throw new RequestRejectedException(code, problem);
        }
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, topic).number(2, partition);
        to.forEach(node -> out.text(3, node.value()));
    }

    static MovePartition read(FieldReader in) {
        String topic = "";
        int partition = 0;
        List<NodeId> to = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> topic = in.text();
                case 2 -> partition = in.integer();
                case 3 -> to.add(NodeId.of(in.text()));
                default -> {}
            }
        }
        return new MovePartition(topic, partition, to);
    }
}
