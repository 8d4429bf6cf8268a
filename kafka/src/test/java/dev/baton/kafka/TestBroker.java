// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.Baton;
import dev.baton.Endpoints;
import dev.baton.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.controller.PartitionGroups;
import dev.baton.controller.TopicName;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.partitions.PartitionKey;
import dev.baton.raft.RaftElector;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;

/** A broker over a controller of one member and partitions in memory. */
final class TestBroker implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration BEAT = Duration.ofMillis(200);
    /** Groups that are ready as soon as their members are. */
    static final Map<String, String> QUICK_GROUPS = Map.of(
            "group.initial.rebalance.delay.ms", "0",
            "group.min.session.timeout.ms", "100",
            "group.consumer.min.heartbeat.interval.ms", "100",
            "group.consumer.heartbeat.interval.ms", "100");

    final CountingMetrics metrics = new CountingMetrics();
    final ControllerPart controller;
    final MemoryPartitions partitions;
    final KafkaBroker broker;
    private final ControllerClient client;
    private final Baton baton;
    private final ControllerNode node;

    TestBroker(Path folder) throws IOException {
        this(folder, KafkaSettings.onLoopback(0));
    }

    TestBroker(Path folder, KafkaSettings settings) throws IOException {
        MemberAddress self = MemberAddress.of("a", "127.0.0.1", freePort());
        baton = Baton.node("a")
                .start(RaftElector.member(MemberSettings.bootstrap(self, folder.resolve("a"), List.of(self)))
                        .replicating(context -> new ControllerPart(
                                ControllerSettings.DEFAULT, context.lanes().ticker(), UUID::randomUUID)));
        RaftElector elector = baton.elector(RaftElector.class);
        controller = elector.part(ControllerPart.class).orElseThrow();
        client = ControllerClient.on(elector.member().orElseThrow().client());
        partitions = new MemoryPartitions(baton.node().id(), controller);
        broker = KafkaBroker.bind(settings, metrics, System::nanoTime);
        ClusterNode known = ClusterNode.of(baton.node().id(), baton.node().incarnation())
                .at(Endpoints.of(KafkaClusterView.ENDPOINT, broker.address()));
        node = new ControllerNode(client, known, partitions, BEAT);
        node.start();
        CompletableFuture<Void> letIn = broker.start(
                new KafkaBroker.Backend(
                        "test-cluster", baton.node().id(), baton.node().incarnation(), controller, client, partitions),
                QUICK_GROUPS);
        eventually(
                "the node is registered",
                SOON,
                () -> controller.read(view -> !view.nodes().isEmpty()),
                node::state);
        letIn.join();
    }

    String address() {
        return broker.address();
    }

    int port() {
        return Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
    }

    /** A second node of the cluster, as far as the controller knows. */
    ControllerNode neighbour(String name, String address) {
        ControllerNode neighbour = new ControllerNode(
                client,
                ClusterNode.of(NodeId.of(name), new Incarnation(System.nanoTime() | 1))
                        .at(Endpoints.of(KafkaClusterView.ENDPOINT, address)),
                PartitionGroups.NONE,
                BEAT);
        neighbour.start();
        eventually(
                name + " is registered",
                SOON,
                () -> controller.read(view -> view.node(NodeId.of(name)).isPresent()),
                neighbour::state);
        return neighbour;
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", address()));
    }

    MemoryLog log(String topic, int partition) {
        return partitions.memory(new PartitionKey(
                controller.read(
                        view -> view.topic(TopicName.of(topic)).orElseThrow().id()),
                partition));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        broker.close();
        node.close();
        baton.close();
    }
}
