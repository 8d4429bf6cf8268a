// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Endpoints;
import dev.baton.FaultHandler;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/** A node with everything that partitions need: a member, the controller, and the partitions. */
final class PartitionsNode implements AutoCloseable {
    private static final ControllerSettings SETTINGS =
            new ControllerSettings(Duration.ofSeconds(3), Duration.ofMillis(500), 1);
    private static final Duration HEARTBEAT = Duration.ofMillis(200);

    final NodeId self;
    final RaftMember member;
    final ControllerPart controller;
    final ControllerClient client;
    final NodePartitions partitions;
    private final ControllerNode node;

    PartitionsNode(MemberAddress self, Path folder, List<MemberAddress> all, long snapshotEvery, FaultHandler faults) {
        this(MemberSettings.bootstrap(self, folder, all).withSnapshotEvery(snapshotEvery), faults);
    }

    PartitionsNode(MemberSettings settings, FaultHandler faults) {
        this(settings, ControllerSettings.DEFAULT_REPLACE_LOST_AFTER, faults);
    }

    PartitionsNode(MemberSettings settings, Duration replaceLostAfter, FaultHandler faults) {
        this(settings, replaceLostAfter, NodePartitions::new, faults);
    }

    PartitionsNode(MemberSettings settings, LongSupplier clock, Duration lookForOld, FaultHandler faults) {
        this(
                settings,
                ControllerSettings.DEFAULT_REPLACE_LOST_AFTER,
                (id, part) -> new NodePartitions(id, part, clock, lookForOld),
                faults);
    }

    private PartitionsNode(
            MemberSettings settings,
            Duration replaceLostAfter,
            BiFunction<NodeId, ControllerPart, NodePartitions> made,
            FaultHandler faults) {
        self = settings.self().node();
        controller =
                new ControllerPart(SETTINGS.withReplaceLostAfter(replaceLostAfter), System::nanoTime, UUID::randomUUID);
        partitions = made.apply(self, controller);
        member = RaftMember.start(settings, List.of(controller), partitions, faults);
        partitions.start(member.host());
        client = ControllerClient.on(member.client());
        node = new ControllerNode(
                client,
                ClusterNode.of(self, new Incarnation(System.nanoTime() | 1))
                        .at(Endpoints.of(ClusterNode.MEMBER, member.host().self())),
                partitions,
                HEARTBEAT);
        node.start();
    }

    @Override
    public void close() {
        node.close();
        member.close();
        partitions.close();
    }
}
