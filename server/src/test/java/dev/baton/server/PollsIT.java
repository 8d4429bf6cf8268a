// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.http.RawHttp.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Poll orchestration as a part of a node: configured, spread by the leader, shown everywhere. */
class PollsIT {
    private final TestNodes nodes = new TestNodes();
    private HttpServer polled;

    @BeforeEach
    void start() throws IOException {
        polled = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        polled.createContext("/good", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        polled.start();
    }

    @AfterEach
    void stop() {
        nodes.close();
        polled.stop(0);
    }

    private String yaml(String id, int weight) {
        String url = "http://127.0.0.1:" + polled.getAddress().getPort();
        return nodes.yaml(id, "")
                        .replace("node: {id: " + id, "node: {id: " + id + ", zone: " + id + "-zone, weight: " + weight)
                        .replace("duties: [log]", "duties: [log, poll_orchestrator]")
                + """
                polls:
                  - {name: good, url: '%1$s/good', every: 200ms}
                  - {name: bad, url: '%1$s/bad', every: 200ms, zone: n2-zone}
                """.formatted(url);
    }

    private List<JsonNode> polls(String id) {
        return nodes.http(id)
                .get("/api/v1/polls")
                .json()
                .path("polls")
                .valueStream()
                .toList();
    }

    private void await(String what, String id, Predicate<JsonNode> poll) {
        eventually(what, TestNodes.PATIENCE, () -> polls(id).stream().anyMatch(poll), () -> polls(id));
    }

    private static boolean is(JsonNode poll, String name, String node, String state) {
        return poll.path("name").asText().equals(name)
                && poll.path("node").asText().equals(node)
                && poll.path("state").asText().equals(state);
    }

    @Test
    void theLeaderHandsPollsToNodesByZoneAndWeightAndEveryNodeShowsThem() {
        nodes.run("n1", yaml("n1", 0));
        nodes.awaitLeader("n1");
        await("n1 takes no work", "n1", it -> it.path("error").asText().equals("NO_NODE"));
        nodes.run("n2", yaml("n2", 1));

        await("n2 polls for the leader", "n1", it -> is(it, "good", "n2", "COMPLETED"));
        await("what is not good is told", "n2", it -> is(it, "bad", "n2", "FAILED"));
        assertThat(polls("n2")).noneMatch(it -> it.path("node").asText().equals("n1"));
        assertThat(nodes.http("n1").get("/metrics").body()).contains("baton_polls_total{outcome=\"good\"}");
        assertThat(nodes.http("n1").get("/openapi.json").json().at("/components/schemas/Poll/properties/attempts"))
                .isNotEmpty();
        assertThat(nodes.http("n1").get("/assets/js/part-pages.js").body()).contains("\"name\":\"polls\"");
    }

    @Test
    void aNodePollsOnlyWhatItsOwnConfigurationNamesAndForNoFormerLeader() {
        nodes.run("n1", yaml("n1", 1));
        nodes.awaitLeader("n1");
        long epoch = TestNodes.epoch(nodes.cluster("n1"));

        Answer unknown = order("n1", "other", epoch);
        Answer late = order("n1", "good", epoch - 1);
        Answer good = order("n1", "good", epoch);

        assertThat(unknown.code()).isEqualTo("NOT_FOUND");
        assertThat(late.code()).isEqualTo("STALE_EPOCH");
        assertThat(good.json().path("status").asInt()).isEqualTo(204);
    }

    private Answer order(String id, String name, long epoch) {
        return nodes.http(id).post("/api/v1/local/polls", "{\"name\":\"" + name + "\",\"epoch\":" + epoch + "}");
    }
}
