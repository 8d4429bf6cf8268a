// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Some nodes that replicate partitions together. Many partitions share one group, since each group costs its nodes a
 * round of messages of its own.
 *
 * @param replicas where the replicas belong, the preferred leader first
 * @param founders the members that form it, each a node with its storage: the others wait to be let in, so that disks that
 *     were replaced never outvote one that has the data; empty if a node had not said which member it is
 * @param lastLeader who was last reported to lead it
 * @param leaderEpoch the epoch in which it did; never falls, and has one leader
 * @param led whether it still leads, as far as is known: it has not stepped down, and its node is not fenced
 * @param partitions how many partitions it has
 */
public record ReplicaGroup(
        GroupId id,
        List<NodeId> replicas,
        List<String> founders,
        Optional<NodeId> lastLeader,
        Epoch leaderEpoch,
        boolean led,
        int partitions) {
    public static final int MAX_REPLICAS = 7;

    public ReplicaGroup {
        replicas = List.copyOf(replicas);
        founders = List.copyOf(founders);
        Objects.requireNonNull(lastLeader, "lastLeader");
        if (replicas.isEmpty()
                || replicas.size() > MAX_REPLICAS
                || Set.copyOf(replicas).size() != replicas.size()) {
            throw new IllegalArgumentException(
                    "group " + id + " has the replicas " + replicas + "; use 1 to " + MAX_REPLICAS + ", all different");
        }
    }

    static ReplicaGroup of(GroupId id, List<NodeId> replicas, List<String> founders) {
        return new ReplicaGroup(id, replicas, founders, Optional.empty(), Epoch.NONE, false, 0);
    }

    public NodeId preferredLeader() {
        return replicas.get(0);
    }

    /** Who leads it, as far as is known. */
    public Optional<NodeId> leader() {
        return led ? lastLeader : Optional.empty();
    }

    ReplicaGroup ledBy(NodeId node, Epoch epoch) {
        return new ReplicaGroup(id, replicas, founders, Optional.of(node), epoch, true, partitions);
    }

    ReplicaGroup withoutLeader() {
        return new ReplicaGroup(id, replicas, founders, lastLeader, leaderEpoch, false, partitions);
    }

    ReplicaGroup withReplicas(List<NodeId> changed) {
        return new ReplicaGroup(id, changed, founders, lastLeader, leaderEpoch, led, partitions);
    }

    ReplicaGroup withPartitions(int changed) {
        return new ReplicaGroup(id, replicas, founders, lastLeader, leaderEpoch, led, changed);
    }

    void write(FieldWriter out) {
        out.number(1, id.value());
        replicas.forEach(replica -> out.text(2, replica.value()));
        lastLeader.ifPresent(node -> out.text(3, node.value()));
        out.number(4, leaderEpoch.value()).number(5, partitions).flag(6, led);
        founders.forEach(founder -> out.text(7, founder));
    }

    static ReplicaGroup read(FieldReader in) {
        long id = 0;
        List<NodeId> replicas = new ArrayList<>();
        List<String> founders = new ArrayList<>();
        Optional<NodeId> leader = Optional.empty();
        long epoch = 0;
        int partitions = 0;
        boolean led = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> id = in.number();
                case 2 -> replicas.add(NodeId.of(in.text()));
                case 3 -> leader = Optional.of(NodeId.of(in.text()));
                case 4 -> epoch = in.number();
                case 5 -> partitions = in.number(Integer.MAX_VALUE);
                case 6 -> led = in.flag();
                case 7 -> founders.add(in.text());
                default -> {}
            }
        }
        return new ReplicaGroup(GroupId.of(id), replicas, founders, leader, Epoch.of(epoch), led, partitions);
    }
}
