// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.baton.admin.AdminClient;
import dev.baton.server.http.RawHttp.Answer;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumer groups and figures of partitions on three brokers, whichever of them is asked. */
class ConsumerGroupsIT {
    private static final int RECORDS = 40;
    private static final int COMMITTED = 25;
    /** Of any characters, as Kafka allows. */
    private static final String ODD = "night/shift <b>&?";

    private static final TestNodes NODES = new TestNodes();
    private static final Map<String, Integer> PORTS = new TreeMap<>();
    private static final Map<String, Integer> BROKERS = new TreeMap<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() throws Exception {
        for (String id : List.of("n1", "n2", "n3")) {
            PORTS.put(id, FreePorts.take());
            BROKERS.put(id, FreePorts.take());
        }
        PORTS.keySet().forEach(id -> NODES.run(id, yaml(id)));
        eventually(
                "three brokers are registered",
                TestNodes.PATIENCE,
                () -> NODES.http("n1")
                                .get("/api/v1/controller")
                                .json()
                                .path("nodes")
                                .size()
                        == 3,
                () -> NODES.http("n1").get("/api/v1/controller").body());
        await(
                "n1",
                "topics/create",
                () -> NODES.http("n1").post("/api/v1/topics/create", "{\"topic\":\"orders\",\"partitions\":6}"),
                it -> true);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers()), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>("orders", i % 6, "key", "value-" + i))
                        .get();
            }
        }
    }

    @AfterAll
    static void stop() {
        NODES.close();
    }

    private static String yaml(String id) {
        String all = PORTS.entrySet().stream()
                .map(it -> "\"" + it.getKey() + "=127.0.0.1:" + it.getValue() + "\"")
                .collect(Collectors.joining(", "));
        return """
                node: {id: %s}
                elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: [%s], state_folder: "%s"}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s}
                kafka: {enabled: true, port: %d}
                """.formatted(id, PORTS.get(id), all, folder.resolve(id), BROKERS.get(id));
    }

    private static String brokers() {
        return BROKERS.values().stream().map(it -> "127.0.0.1:" + it).collect(Collectors.joining(","));
    }

    private static KafkaConsumer<String, String> consumer(String group, String protocol) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers(),
                        "group.id",
                        group,
                        "group.protocol",
                        protocol,
                        "client.id",
                        "reader-of-" + protocol,
                        "auto.offset.reset",
                        "earliest",
                        "max.poll.records",
                        "1",
                        "enable.auto.commit",
                        "false"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    /** Reads so many, and commits them. Positions count, as a consumer that was assigned anew reads from the start. */
    private static void read(KafkaConsumer<String, String> consumer, int count) {
        consumer.subscribe(List.of("orders"));
        eventually(
                count + " records are read",
                TestNodes.PATIENCE,
                () -> {
                    consumer.poll(Duration.ofMillis(100));
                    Set<TopicPartition> assigned = consumer.assignment();
                    return assigned.size() == 6
                            && assigned.stream().mapToLong(consumer::position).sum() == count;
                },
                consumer::assignment);
        consumer.commitSync();
    }

    private static JsonNode await(String id, String what, Supplier<Answer> ask, Predicate<JsonNode> fact) {
        AtomicReference<Answer> answer = new AtomicReference<>();
        eventually(
                what + " of " + id,
                TestNodes.PATIENCE,
                () -> {
                    answer.set(ask.get());
                    return answer.get().status() == 200
                            && fact.test(answer.get().json());
                },
                () -> answer.get().status() + " " + answer.get().body());
        return answer.get().json();
    }

    private static JsonNode await(String id, String path, Predicate<JsonNode> fact) {
        return await(id, path, () -> NODES.http(id).get("/api/v1/" + path), fact);
    }

    private static JsonNode group(JsonNode groups, String name) {
        for (JsonNode it : groups.path("groups")) {
            if (it.path("group").asText().equals(name)) {
                return it;
            }
        }
        return MissingNode.getInstance();
    }

    private static long lag(JsonNode groups, String name) {
        return group(groups, name).path("lag").asLong(-1);
    }

    @Test
    void anyNodeTellsOfMembersAndLagOfBothProtocols() {
        for (String protocol : List.of("classic", "consumer")) {
            String name = "readers-" + protocol;
            try (KafkaConsumer<String, String> consumer = consumer(name, protocol)) {
                read(consumer, COMMITTED);
                for (String id : PORTS.keySet()) {
                    JsonNode listed = group(await(id, "groups", it -> lag(it, name) == RECORDS - COMMITTED), name);
                    assertThat(listed.path("protocol").asText()).isEqualTo(protocol);
                    assertThat(listed.at("/topics/0/topic").asText()).isEqualTo("orders");
                    JsonNode one = await(
                            id,
                            "groups/describe?group=" + name,
                            it -> it.path("partitions").size() == 6
                                    && it.at("/group/lag").asLong() == RECORDS - COMMITTED);
                    assertThat(one.at("/group/state").asText()).isEqualTo("Stable");
                    assertThat(one.path("members")).hasSize(1);
                    assertThat(one.at("/members/0/client").asText()).isEqualTo("reader-of-" + protocol);
                    assertThat(one.at("/members/0/host").asText()).contains("127.0.0.1");
                    assertThat(one.at("/members/0/partitions").asInt()).isEqualTo(6);
                    long ends = 0;
                    for (JsonNode it : one.path("partitions")) {
                        assertThat(it.path("member").asText())
                                .isEqualTo(one.at("/members/0/id").asText());
                        ends += it.path("end").asLong();
                    }
                    assertThat(ends).isEqualTo(RECORDS);
                }
            }
        }
    }

    @Test
    void aGroupIsDeletedByAnyNodeOnceItHasNoMembers() {
        String body = "{\"group\":\"" + ODD + "\"}";
        try (KafkaConsumer<String, String> consumer = consumer(ODD, "classic")) {
            read(consumer, 1);
            await("n1", "groups", it -> !group(it, ODD).isMissingNode());
            for (String id : PORTS.keySet()) {
                assertThat(NODES.http(id).post("/api/v1/groups/delete", body).status())
                        .as(id)
                        .isEqualTo(409);
            }
        }
        await(
                "n2",
                "groups/describe?group=" + AdminClient.segment(ODD),
                it -> it.path("members").isEmpty());
        // One of the nodes coordinates it; the others pass it on.
        Answer deleted = NODES.http("n3").post("/api/v1/groups/delete", body);
        assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);

        for (String id : PORTS.keySet()) {
            assertThat(NODES.http(id).post("/api/v1/groups/delete", body).status())
                    .as(id)
                    .isEqualTo(404);
            assertThat(NODES.http(id)
                            .get("/api/v1/groups/describe?group=" + AdminClient.segment(ODD))
                            .status())
                    .as(id)
                    .isEqualTo(404);
        }
        assertThat(NODES.http("n1").post("/api/v1/groups/delete", "{}").status())
                .isEqualTo(400);
        assertThat(NODES.http("n1").get("/api/v1/groups/describe").status()).isEqualTo(400);
    }

    @Test
    void partitionsAreShownWithOffsetsSizesAndRates() throws Exception {
        for (String id : PORTS.keySet()) {
            JsonNode topic = await(
                    id, "topics/orders", it -> it.at("/topic/figures/records").asLong() == RECORDS);
            assertThat(topic.at("/topic/figures/sizeBytes").asLong()).isPositive();
            assertThat(topic.path("partitions")).allSatisfy(it -> {
                assertThat(it.at("/figures/startOffset").asLong(-1)).isZero();
                assertThat(it.at("/figures/endOffset").asLong()).isBetween(RECORDS / 6L, RECORDS / 6L + 1);
                assertThat(it.at("/figures/sizeBytes").asLong()).isPositive();
            });
            // What this member knows has no figures.
            assertThat(NODES.http(id)
                            .get("/api/v1/local/topics/orders")
                            .json()
                            .at("/partitions/0/figures")
                            .isMissingNode())
                    .isTrue();
        }
        await(
                "n1",
                "topics/create",
                () -> NODES.http("n1").post("/api/v1/topics/create", "{\"topic\":\"busy\",\"partitions\":1}"),
                it -> true);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers()), new StringSerializer(), new StringSerializer())) {
            await("n2", "topics/busy", it -> {
                Future<?> unused = producer.send(new ProducerRecord<>("busy", "value"));
                producer.flush();
                return it.at("/partitions/0/figures/recordsInPerSecond").asDouble() > 0
                        && it.at("/topic/figures/bytesInPerSecond").asDouble() > 0;
            });
        }
    }

    @Test
    void whatIsMeasuredIsInTheDocs() throws IOException {
        try (KafkaConsumer<String, String> consumer = consumer("measured", "consumer")) {
            read(consumer, COMMITTED);
            eventually(
                    "the lag is measured by the coordinator",
                    TestNodes.PATIENCE,
                    () -> metrics()
                            .contains("kafka_consumergroup_lag{consumergroup=\"measured\",topic=\"orders\"} "
                                    + (RECORDS - COMMITTED) + ".0"),
                    ConsumerGroupsIT::metrics);
        }
        assertThat(sum("kafka_server_replicamanager_leadercount")).isGreaterThanOrEqualTo(6);
        assertThat(sum("kafka_server_replicamanager_partitioncount")).isGreaterThanOrEqualTo(18);
        assertThat(sum("kafka_server_brokertopicmetrics_messagesin_total")).isGreaterThanOrEqualTo(RECORDS);
        String page = Files.readString(Path.of("..", "docs", "server.md"));
        assertThat(Pattern.compile("# TYPE (kafka_[a-z_]+) ")
                        .matcher(metrics())
                        .results()
                        .map(it -> it.group(1).replaceAll("_max$", "")))
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static String metrics() {
        return PORTS.keySet().stream()
                .map(id -> NODES.http(id).get("/metrics").body())
                .collect(Collectors.joining("\n"));
    }

    private static double sum(String name) {
        return Pattern.compile("(?m)^" + name + "(?:\\{.*})? (\\S+)$")
                .matcher(metrics())
                .results()
                .mapToDouble(it -> Double.parseDouble(it.group(1)))
                .sum();
    }
}
