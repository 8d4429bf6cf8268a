// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.server.TestNodes.epoch;
import static dev.baton.server.TestNodes.leader;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp;
import dev.baton.server.http.RawHttp.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three servers in one process: any of them answers for all, and brings operations where they belong. */
class ClusterIT {
    private final TestNodes nodes = new TestNodes();

    @AfterEach
    void stop() {
        nodes.close();
    }

    @Test
    void anyNodeAnswersForAllAndAStaleClickChangesNothing() {
        nodes.startThree();
        JsonNode seen = nodes.cluster("n3");
        assertThat(leader(seen)).isEqualTo("n1");
        long epoch = epoch(seen);

        // Asked of a node that neither leads nor is to lead.
        Answer moved = nodes.http("n3")
                .post("/api/v1/elections/coordinator/transfer", "{\"epoch\":" + epoch + ",\"to\":\"n2\"}");
        assertThat(moved.status()).as(moved.body()).isEqualTo(200);
        assertThat(moved.json().path("from").asText()).isEqualTo("n1");
        assertThat(moved.json().path("leader").asText()).isEqualTo("n2");
        assertThat(moved.json().path("newEpoch").asLong()).isGreaterThan(epoch);
        for (String id : new String[] {"n1", "n2", "n3"}) {
            nodes.await(id + " sees n2 lead", id, it -> leader(it).equals("n2"));
        }

        // The same click again: it was meant for another leadership.
        Answer stale = nodes.http("n3").post("/api/v1/elections/coordinator/resign", "{\"epoch\":" + epoch + "}");
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.code()).isEqualTo("STALE_EPOCH");
        assertThat(leader(nodes.cluster("n1"))).isEqualTo("n2");

        JsonNode history = nodes.awaitHistory(
                "n3",
                it -> it.at("/0/node").asText().equals("n2")
                        && it.at("/1/reason").asText().equals("TRANSFERRED"));
        assertThat(history.at("/0/gapMs").isNumber()).isTrue();
        assertThat(nodes.http("n1").get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation"))
                .extracting(it -> it.path("detail").asText())
                .contains("transferred, requested by anonymous from 127.0.0.1");
    }

    @Test
    void eligibilityReachesTheNodeConcerned() {
        nodes.startThree();
        long epoch = epoch(nodes.cluster("n2"));

        Answer taken = nodes.http("n2")
                .post(
                        "/api/v1/elections/coordinator/eligibility",
                        "{\"node\":\"n1\",\"eligible\":false,\"epoch\":" + epoch + "}");

        assertThat(taken.json().path("outcome").asText()).isEqualTo("ineligible");
        nodes.await(
                "another leads", "n3", it -> epoch(it) > epoch && !leader(it).equals("n1"));
        assertThat(nodes.cluster("n3")
                        .at("/elections/0/candidates")
                        .get(2)
                        .path("node")
                        .asText())
                .isEqualTo("n1");
    }

    @Test
    void aNodeThatStopsHandsOverFirst() {
        nodes.startThree();
        long epoch = epoch(nodes.cluster("n2"));

        nodes.server("n1").close();

        nodes.await(
                "another leads", "n2", it -> epoch(it) > epoch && !leader(it).isEmpty());
        nodes.await(
                "it is gone from the directory", "n2", it -> it.path("nodes").size() == 2);
        // Given back, not run out: the lease was not waited for.
        nodes.awaitHistory("n2", it -> it.at("/1/reason").asText().equals("RELEASED"));
    }

    @Test
    void whoHasAnotherClusterTokenIsNotAnsweredAndShownAsUnreachable() {
        String one = ", cluster_token: aaaaaaaaaaaaaaaaaaaa, tokens: [{name: x, token: xxxxxxxxxxxxxxxxxxxx}]";
        nodes.start("n1", one);
        nodes.start("n2", one.replace("aaaa", "bbbb"));

        eventually(
                "n2 is unreachable", TestNodes.PATIENCE, () -> unreachable("n1").equals("[\"n2\"]"), () -> "");
    }

    @Test
    void aNodeThatIsGoneIsNotMistakenForTheOneThatHasItsAddressNow() throws SQLException {
        nodes.start("n1");
        nodes.start("n2");
        nodes.await("n1 sees n2", "n1", it -> TestNodes.up(it) == 2);
        try (Connection connection = DriverManager.getConnection(nodes.url());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO baton_node VALUES ('baton', 'gone', 'gone-1', '"
                    + nodes.server("n2").adminUrl().orElseThrow() + "', '', 1, '1', 7)");
        }

        nodes.await(
                "gone is unreachable and n2 is up",
                "n1",
                it -> it.path("unreachable").toString().equals("[\"gone\"]") && TestNodes.up(it) == 2);
    }

    @Test
    void nodesThatOnlyTheConfigurationNamesAreAskedToo() {
        BatonServer first = BatonServer.start(NodeConfig.parse("node: {id: a}\nadmin: {port: 0}", Map.of()));
        try (first;
                BatonServer second = BatonServer.start(NodeConfig.parse(
                        "node: {id: b}\nadmin: {port: 0, peer_timeout: 10s, peers: ['"
                                + first.adminUrl().orElseThrow() + "', 'http://127.0.0.1:1']}",
                        Map.of()))) {
            JsonNode cluster = new RawHttp(second.adminPort().orElseThrow())
                    .get("/api/v1/cluster")
                    .json();

            assertThat(cluster.path("nodes"))
                    .extracting(it -> it.path("id").asText())
                    .contains("a", "b");
            assertThat(cluster.path("unreachable")).extracting(JsonNode::asText).containsExactly("http://127.0.0.1:1");
        }
    }

    @Test
    void aClusterTokenIsChangedWithoutARestart() {
        String tokens = ", cluster_token: aaaaaaaaaaaaaaaaaaaa, tokens: [{name: x, token: xxxxxxxxxxxxxxxxxxxx}]";
        String changed = tokens.replace("aaaa", "bbbb");
        nodes.start("n1", tokens);
        nodes.start("n2", tokens);

        nodes.server("n2").reload(NodeConfig.parse(nodes.yaml("n2", changed), Map.of()));
        eventually(
                "n2 is unreachable", TestNodes.PATIENCE, () -> unreachable("n1").equals("[\"n2\"]"), () -> "");
        nodes.server("n1").reload(NodeConfig.parse(nodes.yaml("n1", changed), Map.of()));

        eventually("all talk", TestNodes.PATIENCE, () -> unreachable("n1").equals("[]"), () -> "");
        eventually("all talk", TestNodes.PATIENCE, () -> unreachable("n2").equals("[]"), () -> "");
    }

    private String unreachable(String id) {
        return nodes.http(id)
                .as("xxxxxxxxxxxxxxxxxxxx")
                .get("/api/v1/cluster")
                .json()
                .path("unreachable")
                .toString();
    }

    @Test
    void aReloadTakesUpWhatItCanAndNamesTheRest() {
        BatonServer server = nodes.start("n1", ", tokens: [{name: a, role: operate, token: aaaaaaaaaaaaaaaaaaaa}]");
        assertThat(nodes.http("n1")
                        .as("aaaaaaaaaaaaaaaaaaaa")
                        .get("/api/v1/whoami")
                        .status())
                .isEqualTo(200);
        String changed = nodes.yaml("n1", ", tokens: [{name: a, role: read, token: bbbbbbbbbbbbbbbbbbbb}]")
                .replace("takeover_delay: 0s", "takeover_delay: 1s, eligible: false");

        Reload reload = server.reload(NodeConfig.parse(changed, Map.of()));

        assertThat(reload.applied())
                .containsExactly("admin.tokens[0].role", "admin.tokens[0].token", "elections[0].eligible");
        assertThat(reload.needsRestart()).containsExactly("elections[0].takeover_delay");
        assertThat(nodes.http("n1")
                        .as("aaaaaaaaaaaaaaaaaaaa")
                        .get("/api/v1/whoami")
                        .status())
                .isEqualTo(401);
        var reader = nodes.http("n1").as("bbbbbbbbbbbbbbbbbbbb");
        eventually(
                "may not lead",
                TestNodes.PATIENCE,
                () -> !reader.get("/api/v1/cluster")
                        .json()
                        .at("/nodes/0/eligible")
                        .asBoolean(),
                () -> reader.get("/api/v1/cluster").body());
    }
}
