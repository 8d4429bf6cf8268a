// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The log that a Raft group replicates, held to what the one in memory is held to. */
class ReplicatedLogIT extends PartitionLogContract {
    @TempDir
    static Path folder;

    private static RealBroker broker;

    @BeforeAll
    static void start() throws Exception {
        var self = RealBroker.addresses("a");
        broker = new RealBroker(self.get(0), folder, self);
        eventually(
                "the node is registered",
                TestBroker.SOON,
                () -> broker.controller.read(view -> !view.nodes().isEmpty()),
                () -> List.of());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Override
    protected PartitionLog leader() {
        TopicId topic = broker.client
                .createTopic("topic-" + UUID.randomUUID(), 1, 1, Map.of(), Duration.ofSeconds(30))
                .join();
        PartitionKey key = new PartitionKey(topic, 0);
        eventually(
                "the partition is led",
                TestBroker.SOON,
                () -> broker.partitions.log(key).flatMap(PartitionLog::ledIn).isPresent(),
                () -> broker.partitions.logs());
        return broker.partitions.log(key).orElseThrow();
    }
}
