// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.server.TestNodes.leader;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is shown to be next is who leads next. */
class SuccessionIT {
    @TempDir
    private Path folder;

    private final Map<String, BatonServer> servers = new LinkedHashMap<>();

    @AfterEach
    void stop() {
        servers.values().forEach(BatonServer::close);
    }

    @Test
    void whoIsNextOnBullyLeadsNext() {
        String first = "127.0.0.1:" + FreePorts.take();
        start("n1", first, "");
        start("n2", "127.0.0.1:" + FreePorts.take(), '"' + first + '"');
        start("n10", "127.0.0.1:" + FreePorts.take(), '"' + first + '"');
        await(
                "all stand",
                "n2",
                it -> TestNodes.candidates(it) == 3 && !leader(it).isEmpty());
        JsonNode seen = cluster("n2");
        String leader = leader(seen);
        List<String> others =
                Stream.of("n10", "n2", "n1").filter(it -> !it.equals(leader)).toList();

        assertThat(seen.at("/elections/0/candidates").findValuesAsText("node"))
                .containsExactly(leader, others.get(0), others.get(1));
        assertThat(seen.at("/elections/0/candidates").findValuesAsText("next")).containsExactly("1", "2");

        servers.get(leader).close();

        String next = others.get(0);
        await(next + " leads", next, it -> leader(it).equals(next));
    }

    private void await(String what, String id, TestNodes.Fact fact) {
        eventually(what, TestNodes.PATIENCE, () -> fact.holds(cluster(id)), () -> cluster(id));
    }

    private JsonNode cluster(String id) {
        return new RawHttp(servers.get(id).adminPort().orElseThrow())
                .get("/api/v1/cluster")
                .json();
    }

    private void start(String id, String bind, String join) {
        servers.put(
                id,
                BatonServer.start(
                        NodeConfig.parse("""
                node: {id: %s}
                elector:
                  type: bully
                  bully:
                    bind: "%s"
                    join: [%s]
                    form: %s
                    user: cluster_user
                    password: cluster_pass
                    state_folder: "%s"
                    heartbeat: 1s
                admin: {port: 0, peer_timeout: 10s}
                """.formatted(id, bind, join, join.isEmpty(), folder.resolve(id)), Map.of())));
    }
}
