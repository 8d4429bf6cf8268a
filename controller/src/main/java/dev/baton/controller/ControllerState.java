// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, topics and groups, and the counters of what was ever given out. Not safe for use by several threads.
 *
 * <ol>
 *   <li>Every partition of every topic is in a group that is there, with as many replicas as its topic wants.
 *   <li>Every group has a partition, and counts them.
 *   <li>No replica is on a node that is not there.
 *   <li>Epochs of nodes and numbers of groups only rise: the counters are part of the state.
 * </ol>
 */
final class ControllerState {
    static final int MAX_NODES = 1_000;
    static final int MAX_TOPICS = 100_000;
    static final int MAX_PARTITIONS = 1_000_000;

    final ImmutableTable<NodeId, ClusterNode> nodes;
    final ImmutableTable<TopicId, Topic> topics;
    final ImmutableTable<TopicName, TopicId> topicIds;
    final ImmutableTable<GroupId, ReplicaGroup> groups;
    private final @Nullable ControllerState base;
    /** The highest that was ever written. */
    int format = LogFormatVersion.FIRST;

    long lastNodeEpoch;
    long lastGroup;
    int partitions;

    ControllerState() {
        this(null, new ImmutableTable<>(), new ImmutableTable<>(), new ImmutableTable<>(), new ImmutableTable<>());
    }

    private ControllerState(
            @Nullable ControllerState base,
            ImmutableTable<NodeId, ClusterNode> nodes,
            ImmutableTable<TopicId, Topic> topics,
            ImmutableTable<TopicName, TopicId> topicIds,
            ImmutableTable<GroupId, ReplicaGroup> groups) {
        this.base = base;
        this.nodes = nodes;
        this.topics = topics;
        this.topicIds = topicIds;
        this.groups = groups;
        if (base != null) {
            format = base.format;
            lastNodeEpoch = base.lastNodeEpoch;
            lastGroup = base.lastGroup;
            partitions = base.partitions;
        }
    }

    /** A state to change, without changing this one until it is {@linkplain #keep kept}. */
    ControllerState draft() {
        return new ControllerState(this, nodes.draft(), topics.draft(), topicIds.draft(), groups.draft());
    }

    void keep() {
        if (base != null) {
            nodes.keep();
            topics.keep();
            topicIds.keep();
            groups.keep();
            base.format = format;
            base.lastNodeEpoch = lastNodeEpoch;
            base.lastGroup = lastGroup;
            base.partitions = partitions;
        }
    }

    /** The highest format that all nodes know, also those that are not heard from: they may come back. */
    int understood(int known) {
        return Math.min(
                known,
                nodes.values().stream().mapToInt(ClusterNode::format).min().orElse(LogFormatVersion.FIRST));
    }

    ClusterNode node(NodeId id) {
        ClusterNode node = nodes.get(id);
        if (node == null) {
            throw new RequestRejectedException(Code.UNKNOWN_NODE, "node " + id + " is not registered");
        }
        return node;
    }

    Topic topic(TopicName name) {
        TopicId id = topicIds.get(name);
        if (id == null) {
            throw new RequestRejectedException(Code.UNKNOWN_TOPIC, "there is no topic " + name);
        }
        return topic(id);
    }

    Topic topic(TopicId id) {
        Topic topic = topics.get(id);
        if (topic == null) {
            throw new RequestRejectedException(Code.UNKNOWN_TOPIC, "there is no topic with the id " + id);
        }
        return topic;
    }

    ReplicaGroup group(GroupId id) {
        ReplicaGroup group = groups.get(id);
        if (group == null) {
            throw new RequestRejectedException(Code.CONFLICT, "there is no group " + id);
        }
        return group;
    }

    /** Adds groups that were decided, each with a higher number than any before. */
    void addGroups(List<ReplicaGroup> added) {
        for (ReplicaGroup group : added) {
            require(group.id().value() > lastGroup, "group " + group.id() + " is not above " + lastGroup);
            group.replicas().forEach(this::node);
            groups.put(group.id(), ReplicaGroup.of(group.id(), group.replicas(), group.founders()));
            lastGroup = group.id().value();
        }
    }

    /** Puts partitions of so many replicas into groups. */
    void fill(long[] into, int replicas) {
        require(partitions + into.length <= MAX_PARTITIONS, "there are " + partitions + " partitions");
        for (long id : into) {
            ReplicaGroup group = group(GroupId.of(id));
            require(group.replicas().size() == replicas, "group " + id + " has not " + replicas + " replicas");
            groups.put(group.id(), group.withPartitions(group.partitions() + 1));
        }
        partitions += into.length;
    }

    /** Takes partitions out of their groups; a group without any is gone. */
    void empty(long[] from) {
        for (long id : from) {
            ReplicaGroup group = group(GroupId.of(id));
            if (group.partitions() == 1) {
                groups.remove(group.id());
            } else {
                groups.put(group.id(), group.withPartitions(group.partitions() - 1));
            }
        }
        partitions -= from.length;
    }

    /** No group is empty, as far as these were to be filled. */
    void requireFilled(List<ReplicaGroup> added) {
        for (ReplicaGroup group : added) {
            require(group(group.id()).partitions() > 0, "group " + group.id() + " has no partition");
        }
    }

    void requireNoReplicaOn(NodeId node) {
        for (ReplicaGroup group : groups.values()) {
            require(!group.replicas().contains(node), "group " + group.id() + " has a replica on " + node);
        }
    }

    static void require(boolean holds, String problem) {
        if (!holds) {
            throw new RequestRejectedException(Code.CONFLICT, problem);
        }
    }

    void write(FieldWriter out) {
        out.number(1, lastNodeEpoch).number(2, lastGroup).number(6, format);
        nodes.values().forEach(node -> out.nested(3, node::write));
        groups.values().forEach(group -> out.nested(4, group::write));
        topics.values().forEach(topic -> out.nested(5, topic::write));
    }

    static ControllerState read(FieldReader in) {
        ControllerState state = new ControllerState();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> state.lastNodeEpoch = in.number();
                case 2 -> state.lastGroup = in.number();
                case 3 -> {
                    ClusterNode node = ClusterNode.read(in.nested());
                    state.nodes.put(node.id(), node);
                }
                case 4 -> {
                    ReplicaGroup group = ReplicaGroup.read(in.nested());
                    state.groups.put(group.id(), group);
                }
                case 5 -> {
                    Topic topic = Topic.read(in.nested());
                    state.topics.put(topic.id(), topic);
                    state.topicIds.put(topic.name(), topic.id());
                    state.partitions += topic.partitions();
                }
                case 6 -> state.format = in.number(Integer.MAX_VALUE);
                default -> {}
            }
        }
        return state;
    }

    /** What does not hold of what should; for tests, and for what is restored from a file. */
    void check() {
        Map<GroupId, Integer> counted = new TreeMap<>();
        for (Topic topic : topics.values()) {
            for (long id : topic.groups()) {
                ReplicaGroup group = group(GroupId.of(id));
                require(
                        group.replicas().size() == topic.replicationFactor(),
                        "topic " + topic + " is in group " + group);
                counted.merge(group.id(), 1, Integer::sum);
            }
            require(topic.partitions() > 0, "topic " + topic + " has no partitions");
            require(topic.id().equals(topicIds.get(topic.name())), "two topics are named " + topic.name());
        }
        for (ReplicaGroup group : groups.values()) {
            require(counted.getOrDefault(group.id(), 0) == group.partitions(), "group " + group + " counts wrongly");
            require(group.partitions() > 0, "group " + group + " is empty");
            require(group.id().value() <= lastGroup, "group " + group + " is above " + lastGroup);
            group.replicas().forEach(this::node);
        }
        for (ClusterNode node : nodes.values()) {
            require(node.epoch() <= lastNodeEpoch, "node " + node + " is above epoch " + lastNodeEpoch);
        }
        require(partitions == counted.values().stream().mapToInt(it -> it).sum(), "partitions are counted wrongly");
    }
}
