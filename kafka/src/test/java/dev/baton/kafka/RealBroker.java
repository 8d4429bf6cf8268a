// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.Endpoints;
import dev.baton.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.controller.TopicName;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.partitions.replica.NodePartitions;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A broker whose partitions are replicated by Raft groups. */
final class RealBroker implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    private static final ControllerSettings CONTROLLER =
            new ControllerSettings(Duration.ofSeconds(3), Duration.ofSeconds(2), 2);

    private static final Logger LOG = LoggerFactory.getLogger(RealBroker.class);

    final CountingMetrics metrics = new CountingMetrics();
    final ControllerPart controller;
    final ControllerClient client;
    final NodePartitions partitions;
    final KafkaBroker broker;
    private final RaftMember member;
    private final ControllerNode node;
    /** Done once it lets clients in. */
    final CompletableFuture<Void> letIn;

    RealBroker(MemberAddress self, Path folder, List<MemberAddress> all) throws IOException {
        this(self, folder, all, KafkaSettings.onLoopback(0));
    }

    RealBroker(MemberAddress self, Path folder, List<MemberAddress> all, KafkaSettings settings) throws IOException {
        NodeId id = self.node();
        Incarnation incarnation = new Incarnation(System.nanoTime() | 1);
        controller = new ControllerPart(CONTROLLER, System::nanoTime, UUID::randomUUID);
        partitions = new NodePartitions(id, controller);
        broker = KafkaBroker.bind(settings, metrics, System::nanoTime);
        member = RaftMember.start(
                MemberSettings.bootstrap(self, folder.resolve(id.value()), all),
                List.of(controller),
                partitions,
                (what, cause) -> LOG.error("a member cannot go on: {}", what, cause));
        partitions.start(member.host());
        client = ControllerClient.on(member.client());
        ClusterNode known = ClusterNode.of(id, incarnation)
                .at(Endpoints.of(ClusterNode.MEMBER, member.host().self())
                        .with(KafkaClusterView.ENDPOINT, broker.address()));
        node = new ControllerNode(client, known, partitions, HEARTBEAT);
        node.start();
        letIn = broker.start(
                new KafkaBroker.Backend("test-cluster", id, incarnation, controller, client, partitions),
                TestBroker.QUICK_GROUPS);
    }

    /** The only one of its cluster, ready for clients. */
    static RealBroker alone(Path folder, KafkaSettings settings) throws IOException {
        List<MemberAddress> self = addresses("a");
        RealBroker broker = new RealBroker(self.get(0), folder, self, settings);
        eventually(
                "the node is registered",
                TestBroker.SOON,
                () -> broker.controller.read(view -> !view.nodes().isEmpty()),
                () -> broker.metrics);
        broker.letIn.join();
        return broker;
    }

    int port() {
        return Integer.parseInt(broker.address().substring(broker.address().lastIndexOf(':') + 1));
    }

    /** A partition of a topic that there is; empty while it has no leader. */
    Optional<PartitionLog> log(String topic) {
        return controller
                .read(view -> view.topic(TopicName.of(topic)))
                .flatMap(it -> partitions.log(new PartitionKey(it.id(), 0)))
                .filter(it -> it.ledIn().isPresent());
    }

    static List<MemberAddress> addresses(String... names) throws IOException {
        List<MemberAddress> addresses = new ArrayList<>();
        for (String name : names) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                addresses.add(MemberAddress.of(name, "127.0.0.1", socket.getLocalPort()));
            }
        }
        return addresses;
    }

    @Override
    public void close() {
        node.close();
        broker.close();
        member.close();
        partitions.close();
    }
}
