// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with a broker, as its configuration makes it. */
class KafkaIT {
    @TempDir
    Path folder;

    @Test
    void kafkaClientIsServedByANode() throws Exception {
        int member = FreePorts.take();
        int port = FreePorts.take();
        try (TestNodes nodes = new TestNodes()) {
            nodes.run("n1", """
                    node: {id: n1}
                    elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: ["n1=127.0.0.1:%d"], state_folder: "%s"}}
                    elections: [{name: coordinator, duties: [log]}]
                    admin: {port: 0}
                    kafka: {enabled: true, port: %d, partitions: 2}
                    """.formatted(member, member, folder.resolve("n1"), port));
            Map<String, Object> settings = Map.of(
                    "bootstrap.servers", "127.0.0.1:" + port, "group.id", "readers", "auto.offset.reset", "earliest");

            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", "127.0.0.1:" + port), new StringSerializer(), new StringSerializer())) {
                producer.send(new ProducerRecord<>("orders", "key", "value")).get();
            }

            List<String> read = new ArrayList<>();
            try (KafkaConsumer<String, String> consumer =
                    new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
                consumer.subscribe(List.of("orders"));
                eventually(
                        "the record is read",
                        TestNodes.PATIENCE,
                        () -> {
                            consumer.poll(Duration.ofMillis(100)).forEach(it -> read.add(it.value()));
                            return !read.isEmpty();
                        },
                        () -> read);
            }
            assertThat(read).containsExactly("value");
            assertThat(nodes.http("n1").get("/api/v1/topics").body()).contains("orders", "__consumer_offsets");
            assertThat(nodes.http("n1").get("/metrics").body())
                    .contains("kafka_server_brokertopicmetrics_messagesin_total 1.0");
        }
    }
}
