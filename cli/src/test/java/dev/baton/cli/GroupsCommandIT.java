// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton groups}, and {@code baton topics} with figures, of a broker that real clients use. */
@Timeout(180)
class GroupsCommandIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicReference<String> address = new AtomicReference<>("");

    private CommandLab baton(String... arguments) {
        CommandLab lab = new CommandLab().with("BATON_SERVER", address.get());
        lab.run(Stream.concat(Stream.of(arguments), Stream.of("--timeout", "60s"))
                .toArray(String[]::new));
        return lab;
    }

    private int exit(String... arguments) {
        return new CommandLab().with("BATON_SERVER", address.get()).run(arguments);
    }

    private static JsonNode json(CommandLab answered) {
        try {
            return new ObjectMapper().readTree(answered.out());
        } catch (IOException strange) {
            throw new UncheckedIOException(strange);
        }
    }

    private static void write(String brokers, int count) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>("orders", i % 2, "key", "value"))
                        .get();
            }
        }
    }

    private static KafkaConsumer<String, String> reader(String brokers, int count) {
        KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "group.id", "readers",
                        "client.id", "nightly",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false"),
                new StringDeserializer(),
                new StringDeserializer());
        consumer.subscribe(List.of("orders"));
        Set<String> read = new HashSet<>();
        eventually(
                "records are read",
                PATIENCE,
                () -> {
                    consumer.poll(Duration.ofMillis(100)).forEach(it -> read.add(it.partition() + ":" + it.offset()));
                    return read.size() == count;
                },
                () -> read);
        consumer.commitSync();
        return consumer;
    }

    @Test
    void groupsAndFiguresAreShownAndAGroupIsDeleted(@TempDir Path folder) throws Exception {
        int member = FreePorts.take();
        int broker = FreePorts.take();
        String brokers = "127.0.0.1:" + broker;
        try (BatonServer node = BatonServer.start(NodeConfig.parse("""
                node: {id: n1}
                elector: {type: raft, raft: {bind: '127.0.0.1:%1$d', bootstrap: ['n1=127.0.0.1:%1$d'], state_folder: '%2$s'}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s}
                kafka: {enabled: true, port: %3$d, partitions: 2}
                """.formatted(member, folder, broker), Map.of()))) {
            address.set(node.adminUrl().orElseThrow());
            write(brokers, 6);
            try (KafkaConsumer<String, String> consumer = reader(brokers, 6)) {
                write(brokers, 3);
                eventually(
                        "the group lags",
                        PATIENCE,
                        () -> json(baton("groups", "--json"))
                                        .at("/groups/0/lag")
                                        .asLong(-1)
                                == 3,
                        () -> baton("groups", "--json").out());
                assertThat(baton("groups").out()).containsPattern("readers +Stable +classic +1 +3 +n1");
                assertThat(baton("groups", "list").out()).contains("readers");
                assertThat(baton("groups", "describe", "readers").out())
                        .contains(
                                "readers: Stable, protocol classic, assignor range, coordinated by n1, 1 member, lag 3")
                        .containsPattern("nightly +/127.0.0.1 +2")
                        .containsPattern("orders +0 +3 +5 +2 +nightly");
                assertThat(json(baton("groups", "describe", "readers", "--json"))
                                .path("partitions"))
                        .hasSize(2);
                assertThat(consumer.assignment()).hasSize(2);
                CommandLab used = baton("groups", "delete", "readers", "--yes");
                assertThat(used.err()).contains("has members: end its consumers first");
            }
            assertThat(baton("topics", "describe", "orders").out())
                    .containsPattern("0 +n1 +[0-9]+ +n1 +0 +5 +[0-9]+ B +")
                    .contains("BYTES IN");
            assertThat(json(baton("topics", "--json")).path("topics"))
                    .anySatisfy(
                            it -> assertThat(it.at("/figures/records").asLong()).isEqualTo(9));
            assertThat(exit("groups", "delete", "readers")).isEqualTo(5);
            assertThat(exit("groups", "describe", "nobody")).isEqualTo(3);

            assertThat(baton("groups", "delete", "readers", "--yes").out()).contains("readers is deleted");

            assertThat(exit("groups", "describe", "readers")).isEqualTo(3);
            assertThat(exit("groups", "delete", "readers", "--yes")).isEqualTo(3);
        }
    }
}
