// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.RestoredTopics;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.controller.TopicName;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.member.MemberAddress;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A saved state is restored, and partitions take records again: three nodes in one process, on real disks and ports. */
class RestoredTopicsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Map<String, String> KEPT = Map.of("retention.ms", "-1");

    @TempDir
    private Path folder;

    private final List<MemberAddress> all = new ArrayList<>();
    private final Map<String, PartitionsNode> nodes = new TreeMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private void startCluster(String prefix) {
        all.clear();
        for (int i = 1; i <= 3; i++) {
            all.add(MemberAddress.of(prefix + i, "127.0.0.1", FreePorts.take()));
        }
        startAll();
    }

    private void startAll() {
        for (MemberAddress each : List.copyOf(all)) {
            String name = each.node().value();
            nodes.put(
                    name,
                    new PartitionsNode(
                            each, folder.resolve(name), List.copyOf(all), 50, (what, cause) -> faults.add(what)));
        }
        awaitNodes();
    }

    @AfterEach
    void closeAll() {
        nodes.values().forEach(PartitionsNode::close);
        nodes.clear();
        assertThat(faults).isEmpty();
    }

    private PartitionsNode any() {
        return nodes.values().iterator().next();
    }

    private void awaitNodes() {
        eventually(
                "all nodes take replicas",
                PATIENCE,
                () -> any().controller
                                .read(view -> view.nodes().stream()
                                        .filter(ClusterNode::takes)
                                        .count())
                        == 3,
                () -> any().controller.read(view -> view.nodes().toString()));
    }

    private TopicId create(String name, int partitions) {
        return any().client.createTopic(name, partitions, 3, KEPT, PATIENCE).join();
    }

    private Topic topic(String name) {
        long version = any().client.latestVersion(PATIENCE).join();
        any().controller.reached(version).orTimeout(60, TimeUnit.SECONDS).join();
        return any().controller.read(view -> view.topic(TopicName.of(name)).orElseThrow());
    }

    /** Also waits until the controller knows who leads it. */
    private void append(Topic topic, int partition, String text) {
        PartitionKey key = new PartitionKey(topic.id(), partition);
        eventually(
                text + " is acknowledged",
                PATIENCE,
                () -> nodes.values().stream().anyMatch(node -> takes(node, key, text)),
                () -> nodes.values().stream()
                        .map(it -> it.self + " " + it.member.host().groups())
                        .toList());
        eventually(
                "its leader is known",
                PATIENCE,
                () -> any().controller
                        .read(view -> view.place(topic, partition).leader())
                        .isPresent(),
                () -> any().controller.read(view -> List.of(view.nodes(), view.groups())));
    }

    private static boolean takes(PartitionsNode node, PartitionKey key, String text) {
        try {
            PartitionLog log = node.partitions.log(key).orElse(null);
            if (log == null || log.ledIn().isEmpty()) {
                return false;
            }
            log.append(Batches.of(text))
                    .committed()
                    .copy()
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
            return true;
        } catch (NotLeaderException | UnavailableException | CompletionException notHere) {
            return false;
        }
    }

    @Test
    void deletedTopicsOpenAgainAfterNodesHaveRestartedAndInAnotherCluster() {
        startCluster("node");
        create("kept", 1);
        TopicId former = create("orders", 2);
        append(topic("kept"), 0, "one");
        append(topic("orders"), 1, "lost");
        byte[] saved = any().client.save(PATIENCE).join();

        List.copyOf(nodes.values()).forEach(PartitionsNode::close);
        startAll();
        any().client.deleteTopic("orders", PATIENCE).join();
        assertThat(any().client.restore(saved, PATIENCE).join()).isEqualTo(new RestoredTopics(1, 0, 0));

        Topic orders = topic("orders");
        assertThat(orders.id()).isNotEqualTo(former);
        append(orders, 0, "new");
        append(orders, 1, "new");
        append(topic("kept"), 0, "two");
        awaitRecords(topic("kept"), List.of("one", "two"));
        awaitRecords(orders, List.of("new"));

        closeAll();
        startCluster("other");
        assertThat(any().client.restore(saved, PATIENCE).join()).isEqualTo(new RestoredTopics(2, 0, 0));

        append(topic("orders"), 0, "elsewhere");
        append(topic("orders"), 1, "elsewhere");
        append(topic("kept"), 0, "elsewhere");
        awaitRecords(topic("kept"), List.of("elsewhere"));
    }

    /** In partition 0, on every node. A record whose acknowledgement was lost is there twice. */
    private void awaitRecords(Topic topic, List<String> texts) {
        eventually(
                topic + " has its records everywhere",
                PATIENCE,
                () -> nodes.values().stream().allMatch(node -> read(node, topic).equals(texts)),
                () -> nodes.values().stream().map(node -> read(node, topic)).toList());
    }

    private static List<String> read(PartitionsNode node, Topic topic) {
        return node.partitions
                .log(new PartitionKey(topic.id(), 0))
                .map(log -> Batches.read(log, 0, 1000).stream()
                        .map(record -> record.substring(record.indexOf('=') + 1))
                        .distinct()
                        .toList())
                .orElse(List.of());
    }
}
