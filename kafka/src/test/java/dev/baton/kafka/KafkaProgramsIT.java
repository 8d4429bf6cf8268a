// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.member.MemberAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others have written against Kafka: its command line tools, its test programs, Streams, and clients of version 3.9. */
@Timeout(300)
class KafkaProgramsIT {
    private static final String TOOLS = "org.apache.kafka.tools.";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static final List<RealBroker> BROKERS = new ArrayList<>();
    private static String bootstrap = "";

    @BeforeAll
    static void start() throws Exception {
        List<MemberAddress> all = RealBroker.addresses("1", "2", "3");
        for (MemberAddress self : all) {
            BROKERS.add(new RealBroker(self, folder, all));
        }
        eventually(
                "all nodes are registered",
                PATIENCE,
                () -> BROKERS.stream()
                        .allMatch(it -> it.controller.read(view -> view.nodes().size() == 3)),
                () -> BROKERS);
        bootstrap = BROKERS.stream().map(it -> it.broker.address()).collect(Collectors.joining(","));
    }

    @AfterAll
    static void stop() {
        BROKERS.forEach(RealBroker::close);
    }

    private final KafkaPrograms programs = new KafkaPrograms(folder);

    private String tool(String name, String... arguments) throws Exception {
        return toolWith("", name, arguments);
    }

    private String toolWith(String input, String name, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", bootstrap));
        all.addAll(List.of(arguments));
        return programs.run(input, TOOLS + name, all.toArray(String[]::new));
    }

    /** Any broker answers, by its own copy of what there is, which may be a moment old. */
    private void awaitTool(String fact, Predicate<String> holds, String name, String... arguments) {
        AtomicReference<String> last = new AtomicReference<>("");
        eventually(
                fact,
                PATIENCE,
                () -> {
                    try {
                        last.set(tool(name, arguments));
                        return holds.test(last.get());
                    } catch (Exception | AssertionError notYet) {
                        last.set(notYet.toString());
                        return false;
                    }
                },
                last::get);
    }

    @Test
    void verifiableProducerIsAcknowledgedAndVerifiableConsumersReadAllOfIt() throws Exception {
        assertThat(tool(
                        "TopicCommand",
                        "--create",
                        "--topic",
                        "verified",
                        "--partitions",
                        "3",
                        "--replication-factor",
                        "3"))
                .contains("Created topic verified");

        assertThat(tool("VerifiableProducer", "--topic", "verified", "--max-messages", "600", "--throughput", "2000"))
                .contains("\"sent\":600,\"acked\":600");

        for (String protocol : List.of("classic", "consumer")) {
            String said = tool(
                    "VerifiableConsumer",
                    "--topic",
                    "verified",
                    "--group-id",
                    "verified-" + protocol,
                    "--group-protocol",
                    protocol,
                    "--max-messages",
                    "600");
            assertThat(said).contains("partitions_assigned").contains("\"success\":true");
            assertThat(said.lines()
                            .filter(it -> it.contains("\"name\":\"records_consumed\""))
                            .mapToInt(it -> Integer.parseInt(
                                    it.replaceAll(".*\"name\":\"records_consumed\",\"count\":([0-9]+).*", "$1")))
                            .sum())
                    .isEqualTo(600);
            String group = "verified-" + protocol;
            awaitTool(
                    "the group is described",
                    text -> text.contains(group) && text.contains("LAG"),
                    "consumer.group.ConsumerGroupCommand",
                    "--describe",
                    "--group",
                    group);
        }
    }

    @Test
    void consoleAndAdminToolsDoWhatTheyDoWithKafka() throws Exception {
        tool("TopicCommand", "--create", "--topic", "console", "--partitions", "1", "--config", "retention.ms=3600000");
        awaitTool(
                "the topic is described",
                said -> Stream.of("PartitionCount: 1", "ReplicationFactor: 3", "retention.ms=3600000")
                        .allMatch(said::contains),
                "TopicCommand",
                "--describe",
                "--topic",
                "console");

        toolWith("one\ntwo\nthree\n", "ConsoleProducer", "--topic", "console");

        assertThat(tool(
                                "consumer.ConsoleConsumer",
                                "--topic",
                                "console",
                                "--from-beginning",
                                "--max-messages",
                                "3",
                                "--timeout-ms",
                                "60000")
                        .lines())
                .containsExactly("one", "two", "three");
        awaitTool("its end is known", said -> said.contains("console:0:3"), "GetOffsetShell", "--topic", "console");
        assertThat(tool("BrokerApiVersionsCommand")).contains("(id: 1 ", "(id: 3 ", "Fetch(1)");
        Path json = Files.writeString(
                folder.resolve("delete.json"),
                "{\"version\":1,\"partitions\":[{\"topic\":\"console\",\"partition\":0,\"offset\":2}]}");
        assertThat(tool("DeleteRecordsCommand", "--offset-json-file", json.toString()))
                .contains("low_watermark: 2");
        awaitTool(
                "its files are known",
                said -> said.contains("\"partition\":\"console-0\""),
                "LogDirsCommand",
                "--describe",
                "--topic-list",
                "console");
        tool("TopicCommand", "--delete", "--topic", "console");
        awaitTool("it is gone", said -> !said.contains("console"), "TopicCommand", "--list");
    }

    @Test
    void clientsOfVersion3AreServed() throws Exception {
        String said = programs.runOnOlderClients(OlderClients.class, bootstrap, "older");

        assertThat(said.lines())
                .contains("brokers 3", "acknowledged 500", "classic 500", "consumer 500", "committed 500")
                .anyMatch(it -> it.startsWith("version 3.9."));
    }

    @Test
    void streamsCountsWords() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(
                            new NewTopic("streams-plaintext-input", 2, (short) 3),
                            new NewTopic("streams-wordcount-output", 2, (short) 3)))
                    .all()
                    .get();
        }
        Path settings = Files.writeString(
                folder.resolve("streams.properties"),
                "bootstrap.servers=%s\ndefault.dsl.store=in_memory\nstate.dir=%s\n"
                        .formatted(bootstrap, folder.resolve("streams")));
        Process streams =
                programs.start("org.apache.kafka.streams.examples.wordcount.WordCountDemo", settings.toString());
        try (KafkaProducer<String, String> producer = Clients.producer(bootstrap, Map.of());
                KafkaConsumer<String, Long> consumer = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", bootstrap, "group.id", "words", "auto.offset.reset", "earliest"),
                        new StringDeserializer(),
                        new LongDeserializer())) {
            producer.send(new ProducerRecord<>("streams-plaintext-input", "all streams lead to kafka"))
                    .get();
            producer.send(new ProducerRecord<>("streams-plaintext-input", "hello kafka streams"))
                    .get();
            producer.send(new ProducerRecord<>("streams-plaintext-input", "join kafka summit"))
                    .get();

            consumer.subscribe(List.of("streams-wordcount-output"));
            Map<String, Long> counts = new TreeMap<>();
            eventually(
                    "the words are counted",
                    PATIENCE,
                    () -> {
                        consumer.poll(Duration.ofMillis(200)).forEach(it -> counts.put(it.key(), it.value()));
                        return counts.getOrDefault("kafka", 0L) == 3 && counts.size() == 8;
                    },
                    () -> counts + " " + text(folder));
            assertThat(counts).containsEntry("streams", 2L).containsEntry("hello", 1L);
        } finally {
            streams.destroyForcibly().waitFor();
        }
    }

    private static String text(Path in) {
        try {
            return Files.readString(in.resolve("org.apache.kafka.streams.examples.wordcount.WordCountDemo.err"));
        } catch (java.io.IOException none) {
            return none.toString();
        }
    }
}
