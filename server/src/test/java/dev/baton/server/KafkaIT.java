// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
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
                    .contains("kafka_server_brokertopicmetrics_messagesin_total{topic=\"orders\"} 1.0");
            eventually(
                    "the replicas are measured",
                    TestNodes.PATIENCE,
                    () -> nodes.http("n1")
                            .get("/metrics")
                            .body()
                            .lines()
                            .anyMatch(it -> it.matches(
                                    "kafka_log_log_logendoffset\\{partition=\"[01]\",topic=\"orders\"\\} 1.0")),
                    () -> nodes.http("n1").get("/metrics").body());
        }
    }

    @Test
    void clientLogsInByTlsAndSeesACertificateThatWasReplaced() throws Exception {
        TestKeys first = TestKeys.make(folder, "first", "ip:127.0.0.1");
        TestKeys second = TestKeys.make(folder, "second", "ip:127.0.0.1");
        Path certificate = Files.copy(first.certificate(), folder.resolve("broker.pem"));
        Path key = Files.copy(first.key(), folder.resolve("broker.key"));
        int member = FreePorts.take();
        int port = FreePorts.take();
        String yaml = """
            node: {id: n1}
            elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: ["n1=127.0.0.1:%d"], state_folder: "%s"}}
            elections: [{name: coordinator, duties: [log]}]
            admin: {port: 0}
            kafka:
              enabled: true
              port: %d
              max_groups: 10
              max_session: 1m
              tls: {certificate: "%s", key: "%s"}
              users:
                - {name: shop, password: change-this-one, read: [orders], write: [orders], admin: [orders], groups: [shop-]}
            """.formatted(member, member, folder.resolve("n1"), port, certificate, key);
        try (TestNodes nodes = new TestNodes()) {
            BatonServer server = nodes.run("n1", yaml);
            write(port, first, "change-this-one");

            // One of the two files is not enough: nothing is changed.
            Files.copy(second.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> NodeConfig.parse(yaml, Map.of())).hasMessageContaining("does not fit");
            write(port, first, "change-this-one");

            Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
            server.reload(NodeConfig.parse(yaml, Map.of()));
            write(port, second, "change-this-one");
            assertThatThrownBy(() -> write(port, first, "change-this-one"))
                    .hasRootCauseInstanceOf(CertPathBuilderException.class);
            assertThatThrownBy(() -> write(port, second, "wrong"))
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
            assertThat(nodes.http("n1").get("/metrics").body())
                    .containsPattern("kafka_network_unfinishedconnections_total [1-9]")
                    .contains("kafka_server_brokertopicmetrics_messagesin_total{topic=\"orders\"} 3.0");
        }
    }

    private static void write(int port, TestKeys trusted, String password) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                "127.0.0.1:" + port,
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-256",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.certificates",
                Files.readString(trusted.certificate()),
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"shop\" password=\""
                        + password + "\";");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("orders", "key", "value")).get();
        }
    }
}
