// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Servers of one cluster in this process, on a database in memory. */
final class TestNodes implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final Map<String, BatonServer> servers = new LinkedHashMap<>();

    /** Where the tables are. */
    String url() {
        return url;
    }

    String yaml(String id, String admin) {
        return """
                node: {id: %s}
                elector: {type: sql, sql: {url: "%s", lease: 6s, peer: {enabled: true}}}
                elections: [{name: coordinator, duties: [log], takeover_delay: 0s}]
                admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s%s}
                """.formatted(id, url, admin);
    }

    BatonServer start(String id) {
        return start(id, "");
    }

    BatonServer start(String id, String admin) {
        return run(id, yaml(id, admin));
    }

    /** Starts a node with a further section. */
    BatonServer startWith(String id, String section) {
        return run(id, yaml(id, "") + section);
    }

    BatonServer run(String id, String yaml) {
        BatonServer server = BatonServer.start(NodeConfig.parse(yaml, Map.of()));
        servers.put(id, server);
        return server;
    }

    void startThree() {
        start("n1");
        awaitLeader("n1");
        start("n2");
        start("n3");
        for (String id : servers.keySet()) {
            await(id + " sees three", id, it -> up(it) == 3 && candidates(it) == 3);
        }
    }

    BatonServer server(String id) {
        return servers.get(id);
    }

    RawHttp http(String id) {
        return new RawHttp(servers.get(id).adminPort().orElseThrow());
    }

    JsonNode cluster(String id) {
        return http(id).get("/api/v1/cluster").json();
    }

    /** A fact about what a node shows. */
    interface Fact {
        boolean holds(JsonNode cluster);
    }

    void await(String what, String id, Fact fact) {
        eventually(what, PATIENCE, () -> fact.holds(cluster(id)), () -> cluster(id));
    }

    /** What the nodes remember, newest first; they note it a moment after they show the leader. */
    JsonNode awaitHistory(String id, Fact fact) {
        await("the history of " + id, id, it -> fact.holds(history(id)));
        return history(id);
    }

    private JsonNode history(String id) {
        return http(id).get("/api/v1/elections/coordinator/leaderships").json().path("leaderships");
    }

    void awaitLeader(String id) {
        await(id + " leads", id, it -> leader(it).equals(id));
    }

    static String leader(JsonNode cluster) {
        return cluster.at("/elections/0/leader/node").asText();
    }

    static long epoch(JsonNode cluster) {
        return cluster.at("/elections/0/leader/epoch").asLong();
    }

    static int candidates(JsonNode cluster) {
        return cluster.at("/elections/0/candidates").size();
    }

    static int up(JsonNode cluster) {
        int up = 0;
        for (JsonNode node : cluster.path("nodes")) {
            up += node.path("status").asText().equals("up") ? 1 : 0;
        }
        return up;
    }

    @Override
    public void close() {
        servers.values().forEach(BatonServer::close);
    }
}
