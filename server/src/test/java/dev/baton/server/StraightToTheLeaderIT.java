// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp;
import dev.baton.server.http.RawHttp.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An operation is one request to any node and one to the leader. A third node takes connections and never answers: nodes
 * are patient for a minute here, so whatever asks it fails to end in time.
 */
class StraightToTheLeaderIT {
    private static final String OPERATOR = "operate-token-0123456789";
    private static final String ADMIN = ", peer_timeout: 60s, cluster_token: cluster-token-0123456789,"
            + " tokens: [{name: alice, role: operate, token: " + OPERATOR + "}]";

    private final TestNodes nodes = new TestNodes();
    private final List<Socket> asked = new CopyOnWriteArrayList<>();
    private ServerSocket silent;

    @BeforeEach
    void start() throws IOException, SQLException {
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread taking = new Thread(this::take, "silent-node");
        taking.setDaemon(true);
        taking.start();
        start("n1");
        awaitLeader("n1", 0);
        start("n2");
        awaitLeader("n2", 0);
        eventually(
                "n2 knows n1",
                TestNodes.PATIENCE,
                () -> http("n2").get("/api/v1/cluster").json().path("nodes").size() == 2,
                () -> "");
        try (Connection connection = DriverManager.getConnection(nodes.url());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO baton_node VALUES ('baton', 'n3', 'n3-1', 'http://127.0.0.1:"
                    + silent.getLocalPort() + "', '', 1, '1', 7)");
        }
        // From now on the monitors of both wait for it, so what is asked further on is asked for an operation.
        eventually("both have asked it", TestNodes.PATIENCE, () -> asked.size() == 2, asked::size);
    }

    private void start(String id) {
        nodes.run(id, nodes.yaml(id, ADMIN).replace("peer_timeout: 10s, ", ""));
    }

    private void take() {
        try {
            while (true) {
                asked.add(silent.accept());
            }
        } catch (IOException over) {
            // The test has ended.
        }
    }

    @AfterEach
    void stop() throws IOException {
        silent.close();
        for (Socket socket : asked) {
            socket.close();
        }
        nodes.close();
    }

    private RawHttp http(String id) {
        return nodes.http(id).as(OPERATOR);
    }

    private JsonNode leader(String id) {
        return http(id).get("/api/v1/elections/coordinator/leader").json();
    }

    private long awaitLeader(String id, long after) {
        eventually(
                "a leader is known to " + id,
                TestNodes.PATIENCE,
                () -> leader(id).at("/leader/epoch").asLong() > after,
                () -> leader(id));
        return leader(id).at("/leader/epoch").asLong();
    }

    /** How often each call was made at a node, without those that nodes make by themselves. */
    private Map<String, Integer> requests(String id) {
        Map<String, Integer> counted = new TreeMap<>();
        String name = "baton_admin_requests_total{method=\"";
        http(id).get("/metrics")
                .body()
                .lines()
                .filter(it -> it.startsWith(name))
                .forEach(it -> {
                    String call = it.substring(name.length(), it.indexOf("\"}")).replace("\",path=\"", " ");
                    if (!call.contains("/peers/") && !call.endsWith("/metrics")) {
                        counted.put(call, (int) Double.parseDouble(it.substring(it.lastIndexOf(' '))));
                    }
                });
        return counted;
    }

    private static Map<String, Integer> more(Map<String, Integer> after, Map<String, Integer> before) {
        Map<String, Integer> more = new TreeMap<>();
        after.forEach((call, count) -> more.put(call, count - before.getOrDefault(call, 0)));
        more.values().removeIf(count -> count == 0);
        return more;
    }

    @Test
    void anOperationIsOneRequestToTheLeaderAndIsNotedOnceWithWhoAskedAndWhence() {
        long epoch = awaitLeader("n2", 0);
        Map<String, Integer> atLeader = requests("n1");
        Map<String, Integer> atOther = requests("n2");

        Answer resigned = http("n2").post("/api/v1/elections/coordinator/resign", "{\"epoch\":" + epoch + "}");

        assertThat(resigned.status()).as(resigned.body()).isEqualTo(200);
        assertThat(more(requests("n1"), atLeader)).isEqualTo(Map.of("POST /api/v1/local/elections/{name}/resign", 1));
        assertThat(more(requests("n2"), atOther)).isEqualTo(Map.of("POST /api/v1/elections/{name}/resign", 1));
        assertThat(asked).hasSize(2);
        assertThat(operations("n1")).containsExactly("resigned, requested by alice from 127.0.0.1 via n2");
        assertThat(operations("n2")).isEmpty();
    }

    @Test
    void aTransferAsksTheNodeNamedAndAWrongNameCostsNothing() {
        long epoch = awaitLeader("n2", 0);

        Answer unknown =
                http("n2").post("/api/v1/elections/coordinator/transfer", "{\"epoch\":" + epoch + ",\"to\":\"n4\"}");
        assertThat(unknown.code()).isEqualTo("NOT_FOUND");
        assertThat(leader("n2").at("/leader/epoch").asLong()).isEqualTo(epoch);
        Answer moved =
                http("n2").post("/api/v1/elections/coordinator/transfer", "{\"epoch\":" + epoch + ",\"to\":\"n2\"}");

        assertThat(moved.json().path("outcome").asText()).as(moved.body()).isEqualTo("transferred");
        assertThat(asked).hasSize(2);
        assertThat(operations("n1"))
                .containsExactly(
                        "NOT_FOUND, requested by alice from 127.0.0.1 via n2",
                        "transferred, requested by alice from 127.0.0.1 via n2");
    }

    @Test
    void eligibilityGoesToTheNodeConcernedAlone() {
        long epoch = awaitLeader("n1", 0);

        Answer taken = http("n1")
                .post(
                        "/api/v1/elections/coordinator/eligibility",
                        "{\"node\":\"n2\",\"eligible\":false,\"epoch\":" + epoch + "}");

        assertThat(taken.json().path("outcome").asText()).as(taken.body()).isEqualTo("ineligible");
        assertThat(asked).hasSize(2);
        assertThat(operations("n1")).isEmpty();
        assertThat(operations("n2")).containsExactly("ineligible, requested by alice from 127.0.0.1 via n1");
    }

    @Test
    void whatIsKnownToBeOverIsRefusedWhereItIsAskedAndNotedThere() {
        long epoch = awaitLeader("n2", 0);
        http("n2").post("/api/v1/elections/coordinator/resign", "{\"epoch\":" + epoch + "}");
        awaitLeader("n2", epoch);

        Answer stale = http("n2").post("/api/v1/elections/coordinator/resign", "{\"epoch\":" + epoch + "}");

        assertThat(stale.code()).isEqualTo("STALE_EPOCH");
        assertThat(operations("n2")).containsExactly("STALE_EPOCH, requested by alice from 127.0.0.1");
        assertThat(asked).hasSize(2);
    }

    private List<String> operations(String id) {
        return http(id).get("/api/v1/events?limit=1000")
                .json()
                .path("events")
                .valueStream()
                .filter(it -> it.path("type").asText().equals("operation"))
                .map(it -> it.path("detail").asText())
                .toList();
    }
}
