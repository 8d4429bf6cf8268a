// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.Listing;
import dev.baton.server.part.Listing.Column;
import dev.baton.server.part.NodePart;
import dev.baton.server.part.NodePlan;
import dev.baton.server.part.RunningPart;
import java.util.List;
import java.util.Optional;

/** The controller, on every node that is a member of a Raft group. */
public final class ControllerNodePart implements NodePart {
    @Override
    public List<Listing> listings() {
        return List.of(
                new Listing(
                        "controller",
                        "Controller",
                        "The group that has topics and nodes: its members, their lag, the nodes that are registered.",
                        ControllerRoutes.PATH,
                        "members",
                        List.of(
                                new Column("Node", "node"),
                                new Column("Role", "role"),
                                new Column("Address", "address"),
                                new Column("Lag", "lag"),
                                new Column("Silent ms", "silentMillis")),
                        Optional.of("/dashboard/assets/js/controller/page.js")),
                new Listing(
                        "topics",
                        "Topics",
                        "The topics of the cluster, and who leads their partitions.",
                        ControllerRoutes.TOPICS,
                        "topics",
                        List.of(
                                new Column("Topic", "name"),
                                new Column("Partitions", "partitions"),
                                new Column("Replication factor", "replicationFactor"),
                                new Column("Without leader", "leaderless"),
                                new Column("Id", "id")),
                        Optional.of("/dashboard/assets/js/topics/page.js")),
                new Listing(
                        "partition-groups",
                        "Partition groups",
                        "The groups that replicate partitions: where they are, who leads each, and who should.",
                        ControllerRoutes.GROUPS,
                        "groups",
                        List.of(
                                new Column("Group", "id"),
                                new Column("Leader", "leader"),
                                new Column("Epoch", "leaderEpoch"),
                                new Column("Preferred", "preferred"),
                                new Column("Replicas", "replicas"),
                                new Column("Partitions", "partitions")),
                        Optional.empty()));
    }

    @Override
    public ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems) {
        return node.groupMember() ? RunningController::new : context -> RunningPart.IDLE;
    }
}
