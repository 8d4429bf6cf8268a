// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.server.http.RawHttp;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two bully nodes whose third voter is a row in a database, as their YAML says. */
class BullyWitnessIT {
    private static final String WITNESS =
            "{url: \"jdbc:h2:mem:bully-witness;DB_CLOSE_DELAY=-1\", user: sa, password: canary-Xq7}";

    @TempDir
    private Path folder;

    private final Map<String, BatonServer> servers = new TreeMap<>();

    @AfterEach
    void stop() {
        servers.values().forEach(BatonServer::close);
    }

    private void start(String id, int port, String join, String witness) {
        servers.put(
                id,
                BatonServer.start(NodeConfig.parse(
                        """
                node: {id: %s, cluster: test}
                elector:
                  type: bully
                  bully:
                    bind: "127.0.0.1:%d"
                    join: [%s]
                    form: %s
                    user: cluster_user
                    password: cluster_pass
                    state_folder: "%s"
                    heartbeat: 300ms
                    witness: %s
                admin: {port: 0, peer_timeout: 10s}
                """.formatted(id, port, join, join.isEmpty(), folder.resolve(id), witness), Map.of())));
    }

    private String leaderAsSeenBy(String id) {
        return TestNodes.leader(new RawHttp(servers.get(id).adminPort().orElseThrow())
                .get("/api/v1/cluster")
                .json());
    }

    private List<String> nodesAsSeenBy(String id) {
        List<String> ids = new ArrayList<>();
        new RawHttp(servers.get(id).adminPort().orElseThrow())
                .get("/api/v1/cluster")
                .json()
                .get("nodes")
                .forEach(node -> ids.add(node.get("id").asText()));
        return ids;
    }

    @Test
    void oneOfTwoNodesLeadsOnWithTheRow() {
        int first = FreePorts.take();
        start("n1", first, "", WITNESS);
        start("n2", FreePorts.take(), "\"127.0.0.1:" + first + '"', WITNESS);
        eventually(
                "both see one lead",
                TestNodes.PATIENCE,
                () -> !leaderAsSeenBy("n1").isEmpty() && leaderAsSeenBy("n1").equals(leaderAsSeenBy("n2")),
                () -> leaderAsSeenBy("n1") + " and " + leaderAsSeenBy("n2"));
        assertThat(nodesAsSeenBy("n1")).as("a row is no node").containsExactly("n1", "n2");
        String leader = leaderAsSeenBy("n1");
        String other = leader.equals("n1") ? "n2" : "n1";

        servers.remove(leader).close();

        eventually(
                other + " leads",
                TestNodes.PATIENCE,
                () -> leaderAsSeenBy(other).equals(other),
                () -> leaderAsSeenBy(other));
    }

    @Test
    void whatCannotBeAWitnessIsRefusedWithoutItsSecrets() {
        assertRefused(
                "{user: sa, password: canary-Xq7}", "elector.bully.witness.url", "without it there is no witness");
        assertRefused("{url: \"postgresql://u:canary-Xq7@db/x\"}", "jdbc:");
        assertRefused("{url: \"jdbc:h2:mem:x;PASSWORD=canary-Xq7\", row: \"a b\"}", "the name of a witness");
    }

    private void assertRefused(String witness, String... why) {
        assertThatThrownBy(() -> start("n1", FreePorts.take(), "", witness))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(why)
                .hasMessageNotContaining("canary");
        assertThat(servers).isEmpty();
    }
}
