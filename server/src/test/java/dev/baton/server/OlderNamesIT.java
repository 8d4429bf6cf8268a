// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.server.TestNodes.leader;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.http.RawHttp;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two files of the bully cluster's own manual, as they are but for the ports, start a cluster on one host. */
class OlderNamesIT {
    private static final String FIRST = """
            cluster:
              node: "node1"
              bind: "localhost:%d"
              user: "cluster_user"
              pass: "cluster_pass"
              manager:
                type: "join_server"
                addr: "localhost:%d"
            """;
    private static final String SECOND = """
            cluster:
              node: "node2"
              bind: "localhost:%d"
              user: "cluster_user"
              pass: "cluster_pass"
              manager:
                type: "join_server"
                addr: "localhost:%d"
                join: "localhost:%d"
            """;

    @TempDir
    private Path folder;

    @Test
    void bothExamplesStartAndOneLeads() {
        int meeting = FreePorts.take();

        try (BatonServer one = start("node1", FIRST.formatted(FreePorts.take(), meeting));
                BatonServer other = start("node2", SECOND.formatted(FreePorts.take(), FreePorts.take(), meeting))) {
            assertShowsBoth(one);
            assertShowsBoth(other);
            assertThat(leader(cluster(one))).isEqualTo(leader(cluster(other)));
        }
    }

    private BatonServer start(String id, String yaml) {
        return BatonServer.start(NodeConfig.parse(
                yaml,
                Map.of("BATON_ELECTOR_BULLY_STATE_FOLDER", folder.resolve(id).toString())));
    }

    private static void assertShowsBoth(BatonServer node) {
        eventually(
                "a node shows both and their leader",
                TestNodes.PATIENCE,
                () -> TestNodes.up(cluster(node)) == 2 && !leader(cluster(node)).isEmpty(),
                () -> cluster(node));
    }

    private static JsonNode cluster(BatonServer node) {
        return new RawHttp(node.adminPort().orElseThrow())
                .get("/api/v1/cluster")
                .json();
    }
}
