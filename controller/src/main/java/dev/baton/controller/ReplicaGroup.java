// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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
 * @param leaving nodes that had replicas before the moves that are under way, and may still be the ones with the data;
 *     empty once the group's leader has said that it consists of {@code replicas}
 */
public record ReplicaGroup(
        GroupId id,
        List<NodeId> replicas,
        List<String> founders,
        Optional<NodeId> lastLeader,
        Epoch leaderEpoch,
        boolean led,
        int partitions,
        List<NodeId> leaving) {
    public static final int MAX_REPLICAS = 7;

    public ReplicaGroup {
        replicas = List.copyOf(replicas);
        founders = List.copyOf(founders);
        leaving = List.copyOf(leaving);
        Objects.requireNonNull(lastLeader, "lastLeader");
        if (replicas.isEmpty()
                || replicas.size() > MAX_REPLICAS
                || Set.copyOf(replicas).size() != replicas.size()) {
            throw new IllegalArgumentException(
                    "group " + id + " has the replicas " + replicas + "; use 1 to " + MAX_REPLICAS + ", all different");
        }
    }

    static ReplicaGroup of(GroupId id, List<NodeId> replicas, List<String> founders) {
        return new ReplicaGroup(id, replicas, founders, Optional.empty(), Epoch.NONE, false, 0, List.of());
    }

    public NodeId preferredLeader() {
        return replicas.get(0);
    }

    /** Who leads it, as far as is known. */
    public Optional<NodeId> leader() {
        return led ? lastLeader : Optional.empty();
    }

    /** Whether replicas are being copied to where they belong. */
    public boolean isMoving() {
        return !leaving.isEmpty();
    }

    /** Without founders it is never formed. */
    private boolean hasData() {
        return !founders.isEmpty();
    }

    /** Whether a node may have data of it that others do not have. */
    boolean mayNeed(NodeId node) {
        return hasData() && (replicas.contains(node) || leaving.contains(node));
    }

    ReplicaGroup ledBy(NodeId node, Epoch epoch) {
        return new ReplicaGroup(id, replicas, founders, Optional.of(node), epoch, true, partitions, leaving);
    }

    ReplicaGroup withoutLeader() {
        return new ReplicaGroup(id, replicas, founders, lastLeader, leaderEpoch, false, partitions, leaving);
    }

    ReplicaGroup withReplicas(List<NodeId> changed) {
        Set<NodeId> left = new LinkedHashSet<>(leaving);
        if (hasData()) {
            left.addAll(replicas);
        }
        changed.forEach(left::remove);
        return new ReplicaGroup(id, changed, founders, lastLeader, leaderEpoch, led, partitions, List.copyOf(left));
    }

    ReplicaGroup settled() {
        return new ReplicaGroup(id, replicas, founders, lastLeader, leaderEpoch, led, partitions, List.of());
    }

    ReplicaGroup withPartitions(int changed) {
        return new ReplicaGroup(id, replicas, founders, lastLeader, leaderEpoch, led, changed, leaving);
    }

    void write(FieldWriter out) {
        out.number(1, id.value());
        replicas.forEach(replica -> out.text(2, replica.value()));
        lastLeader.ifPresent(node -> out.text(3, node.value()));
        out.number(4, leaderEpoch.value()).number(5, partitions).flag(6, led);
        founders.forEach(founder -> out.text(7, founder));
        leaving.forEach(node -> out.text(8, node.value()));
    }

    static ReplicaGroup read(FieldReader in) {
        long id = 0;
        List<NodeId> replicas = new ArrayList<>();
        List<String> founders = new ArrayList<>();
        List<NodeId> leaving = new ArrayList<>();
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
                case 8 -> leaving.add(NodeId.of(in.text()));
                default -> {}
            }
        }
        return new ReplicaGroup(GroupId.of(id), replicas, founders, leader, Epoch.of(epoch), led, partitions, leaving);
    }
}
