// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a member knows of nodes, topics and partitions. To be used only within the call that it was handed to. */
public final class ControllerView {
    private final ControllerState state;
    private final long version;
    private final long index;

    ControllerView(ControllerState state, long version, long index) {
        this.state = state;
        this.version = version;
        this.index = index;
    }

    /** One partition, and where it is. */
    public record PartitionPlace(
            int partition,
            GroupId group,
            List<NodeId> replicas,
            NodeId preferredLeader,
            Optional<NodeId> leader,
            Epoch leaderEpoch) {}

    /** Rises with everything that is applied; never falls, also after a restore. */
    public long version() {
        return version;
    }

    /** The format of what is replicated: the highest that was ever written. */
    public int format() {
        return state.format;
    }

    /** The index in the log of the last entry that this comes from. */
    public long index() {
        return index;
    }

    public Collection<ClusterNode> nodes() {
        return state.nodes.values();
    }

    public Optional<ClusterNode> node(NodeId id) {
        return Optional.ofNullable(state.nodes.get(id));
    }

    public Collection<Topic> topics() {
        return state.topics.values();
    }

    public Optional<Topic> topic(TopicName name) {
        return Optional.ofNullable(state.topicIds.get(name)).map(state::topic);
    }

    public Optional<Topic> topic(TopicId id) {
        return Optional.ofNullable(state.topics.get(id));
    }

    public Collection<ReplicaGroup> groups() {
        return state.groups.values();
    }

    public Optional<ReplicaGroup> group(GroupId id) {
        return Optional.ofNullable(state.groups.get(id));
    }

    /** Whether a group was there once, and never will be again. */
    public boolean isGone(GroupId id) {
        return id.value() <= state.lastGroup && state.groups.get(id) == null;
    }

    /** How many partitions all topics have. */
    public int partitions() {
        return state.partitions;
    }

    /** Where a partition of a topic is. */
    public PartitionPlace place(Topic topic, int partition) {
        ReplicaGroup group = state.group(topic.group(partition));
        return new PartitionPlace(
                partition, group.id(), group.replicas(), group.preferredLeader(), group.leader(), group.leaderEpoch());
    }
}
