// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp.Answer;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller on three nodes that elect on their own group. */
class ControllerIT {
    @TempDir
    static Path folder;

    private static final TestNodes NODES = new TestNodes();
    private static final Map<String, Integer> PORTS = new TreeMap<>();

    @BeforeAll
    static void start() {
        List.of("n1", "n2", "n3").forEach(id -> PORTS.put(id, FreePorts.take()));
        PORTS.keySet().forEach(id -> NODES.run(id, yaml(id)));
    }

    @AfterAll
    static void stop() {
        NODES.close();
    }

    /** None is fenced because the machine was busy. */
    @BeforeEach
    void awaitNodes() {
        PORTS.keySet().forEach(id -> await("three take replicas", id, it -> taking(it) == 3));
    }

    @AfterEach
    void deleteTopics() {
        read("n1", "topics")
                .json()
                .path("topics")
                .forEach(it -> post(
                        "n1", "topics/delete", "{\"topic\":\"" + it.path("name").asText() + "\"}"));
    }

    private static String yaml(String id) {
        String all = PORTS.entrySet().stream()
                .map(it -> "\"" + it.getKey() + "=127.0.0.1:" + it.getValue() + "\"")
                .collect(Collectors.joining(", "));
        return """
                node: {id: %s, zone: zone-%s}
                elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: [%s], state_folder: "%s"}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s}
                work: {coordinate: true, worker: true, lists: [{name: mails, partitions: 6}]}
                """.formatted(id, id, PORTS.get(id), all, folder.resolve(id));
    }

    private static JsonNode controller(String id) {
        return NODES.http(id).get("/api/v1/controller").json();
    }

    private static void await(String what, String id, Predicate<JsonNode> fact) {
        eventually(what, TestNodes.PATIENCE, () -> fact.test(controller(id)), () -> controller(id));
    }

    private static int taking(JsonNode controller) {
        int taking = 0;
        for (JsonNode node : controller.path("nodes")) {
            taking += node.path("fenced").asBoolean() || node.path("draining").asBoolean() ? 0 : 1;
        }
        return taking;
    }

    /** Also if the group has no leader for a moment. */
    private static Answer read(String id, String path) {
        AtomicReference<Answer> answer = new AtomicReference<>();
        eventually(
                "an answer",
                TestNodes.PATIENCE,
                () -> {
                    answer.set(NODES.http(id).get("/api/v1/" + path));
                    return answer.get().status() != 503;
                },
                answer::get);
        return answer.get();
    }

    private static Answer post(String id, String path, String body) {
        return NODES.http(id).post("/api/v1/" + path, body);
    }

    @Test
    void anyNodeCreatesShowsAltersAndDeletesTopics() {
        Answer created = post(
                "n2",
                "topics/create",
                "{\"topic\":\"orders\",\"partitions\":6,\"config\":{\"retention.ms\":\"1000\"}}");
        assertThat(created.status()).as(created.body()).isEqualTo(200);

        // What was acknowledged by one node is read from any other.
        JsonNode topic = read("n3", "topics/orders").json();
        assertThat(topic.at("/topic/replicationFactor").asInt()).isEqualTo(3);
        assertThat(topic.at("/topic/config/retention.ms").asText()).isEqualTo("1000");
        assertThat(topic.path("partitions")).hasSize(6);
        assertThat(topic.at("/partitions/0/replicas")).hasSize(3);
        assertThat(topic.path("index").asLong()).isPositive();
        long version = topic.path("version").asLong();

        assertThat(post("n1", "topics/alter", "{\"topic\":\"orders\",\"partitions\":8}")
                        .status())
                .isEqualTo(200);
        assertThat(read("n3", "topics").json().at("/topics/0/partitions").asInt())
                .isEqualTo(8);
        JsonNode changes = NODES.http("n3")
                .get("/api/v1/controller/changes?since=" + version)
                .json();
        assertThat(changes.path("changes"))
                .extracting(it -> it.path("kind").asText())
                .contains("TOPIC_ALTERED");

        assertThat(post("n3", "topics/delete", "{\"topic\":\"orders\"}").status())
                .isEqualTo(200);
        assertThat(read("n1", "topics").json().path("topics")).isEmpty();
        assertThat(read("n1", "topics/orders").status()).isEqualTo(404);
    }

    @Test
    void workNeedsNoDatabaseEither() {
        eventually(
                "each node has two partitions",
                TestNodes.PATIENCE,
                () -> {
                    JsonNode workers =
                            NODES.http("n2").get("/api/v1/work").json().path("workers");
                    int even = 0;
                    for (JsonNode it : workers) {
                        even += it.path("partitions").asInt() == 2 ? 1 : 0;
                    }
                    return even == 3;
                },
                () -> NODES.http("n2").get("/api/v1/work").body());
    }

    @Test
    void whatCannotBeIsRefusedWithAReason() {
        assertThat(post("n1", "topics/create", "{\"topic\":\"a/b\"}").code()).isEqualTo("BAD_REQUEST");
        assertThat(post("n1", "topics/create", "{\"partitions\":3}").code()).isEqualTo("BAD_REQUEST");
        assertThat(post("n1", "topics/create", "{\"topic\":\"x\",\"partitions\":0}")
                        .code())
                .isEqualTo("BAD_REQUEST");
        assertThat(post("n1", "topics/create", "{\"topic\":\"x\",\"replicationFactor\":4}")
                        .code())
                .isEqualTo("CONFLICT");
        assertThat(post("n1", "topics/delete", "{\"topic\":\"x\"}").code()).isEqualTo("NOT_FOUND");
        assertThat(post("n1", "controller/remove", "{\"node\":\"n2\"}").code()).isEqualTo("CONFLICT");
        assertThat(post("n1", "controller/drain", "{\"node\":\"n9\"}").code()).isEqualTo("NOT_FOUND");
        assertThat(post("n1", "controller/restore", "{\"state\":\"????\"}").code())
                .isEqualTo("BAD_REQUEST");
        assertThat(read("n1", "topics").json().path("topics")).isEmpty();
    }

    @Test
    void allMembersShowTheSameStateTheGroupAndItsMetrics() {
        for (int i = 0; i < 10; i++) {
            assertThat(post("n1", "topics/create", "{\"topic\":\"t" + i + "\",\"replicationFactor\":2}")
                            .status())
                    .isEqualTo(200);
        }

        eventually(
                "the same hashes at the same index",
                TestNodes.PATIENCE,
                () -> PORTS.keySet().stream()
                                .map(ControllerIT::controller)
                                .map(it -> it.path("hashIndex") + " " + it.path("hashes"))
                                .distinct()
                                .count()
                        == 1,
                () -> PORTS.keySet().stream().map(ControllerIT::controller).toList());
        JsonNode shown = controller("n2");
        assertThat(shown.path("members")).hasSize(3);
        assertThat(shown.path("topics").asInt()).isEqualTo(10);
        assertThat(NODES.http("n2").get("/metrics").body())
                .contains("baton_controller_topics 10.0")
                .contains("baton_controller_registered 1.0")
                .contains("baton_raft_term");
        eventually(
                "the leader tells of itself and of the others",
                TestNodes.PATIENCE,
                () -> PORTS.keySet().stream().anyMatch(ControllerIT::tellsOfAll),
                () -> PORTS.keySet().stream().map(ControllerIT::metrics).toList());
        JsonNode schemas = NODES.http("n2").get("/openapi.json").json().at("/components/schemas");
        assertThat(schemas.toString()).contains("replicationFactor").contains("leaderEpoch");
    }

    private static boolean tellsOfAll(String leader) {
        String metrics = metrics(leader);
        return PORTS.keySet().stream()
                        .filter(it -> !it.equals(leader))
                        .allMatch(it -> metrics.contains("baton_raft_lag{member=\"" + it + "\"}"))
                && Stream.of(
                                "baton_raft_append_time_seconds_count [1-9]",
                                "baton_raft_sync_time_seconds_count [1-9]",
                                "baton_raft_elections_started_total [1-9]",
                                "baton_raft_leads 1.0",
                                "baton_raft_voters 3.0",
                                "baton_raft_pending 0.0")
                        .allMatch(line ->
                                Pattern.compile("(?m)^" + line).matcher(metrics).find());
    }

    @Test
    void allMetricsOfTheGroupAreInTheDocs() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "server.md"));
        String all = PORTS.keySet().stream().map(ControllerIT::metrics).collect(Collectors.joining());

        assertThat(Pattern.compile("# TYPE (baton_(raft|controller)_[a-z_]+) ")
                        .matcher(all)
                        .results()
                        .map(it -> it.group(1).replaceAll("_max$", ""))
                        .distinct())
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static String metrics(String id) {
        return NODES.http(id).get("/metrics").body();
    }

    @Test
    void aStateIsKeptAndRestoredAndNodesAreDrained() {
        assertThat(post("n1", "topics/create", "{\"topic\":\"orders\",\"partitions\":4,\"replicationFactor\":2}")
                        .status())
                .isEqualTo(200);
        String saved = read("n1", "controller/state").json().path("state").asText();
        assertThat(post("n1", "topics/delete", "{\"topic\":\"orders\"}").status())
                .isEqualTo(200);

        Answer restored = post("n2", "controller/restore", "{\"state\":\"" + saved + "\"}");
        assertThat(restored.status()).as(restored.body()).isEqualTo(200);
        assertThat(read("n3", "topics/orders").json().path("partitions")).hasSize(4);

        assertThat(post("n1", "controller/drain", "{\"node\":\"n3\"}").status()).isEqualTo(200);
        await("n3 has no replica", "n1", it -> it.at("/nodes/2/replicas").asInt() == 0);
        assertThat(NODES.http("n1").get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation"))
                .extracting(it -> it.path("reason").asText())
                .contains("create-topic", "delete-topic", "drain-node");
        assertThat(post("n2", "controller/drain", "{\"node\":\"n3\",\"draining\":false}")
                        .status())
                .isEqualTo(200);
        await("n3 takes replicas again", "n1", it -> taking(it) == 3);
    }
}
