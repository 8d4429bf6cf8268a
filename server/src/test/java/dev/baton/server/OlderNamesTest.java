// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.server.part.ElectionPlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Configurations from before Baton start a Baton node. */
class OlderNamesTest {
    /** As the bully cluster's own manual has it. */
    private static final String SECOND_NODE = """
            cluster:
              node: "node2"
              bind: "localhost:25874"
              user: "cluster_user"
              pass: "cluster_pass"
              manager:
                type: "join_server"
                addr: "localhost:2223"
                join: "localhost:2222"
            """;

    @Test
    void aClusterSectionIsABullyNodeWithACommandServer() {
        NodeConfig config = NodeConfig.parse(SECOND_NODE, Map.of());

        assertThat(config.id().value()).isEqualTo("node2");
        assertThat(config.electorType()).isEqualTo("bully");
        assertThat(config.print())
                .contains("port: 25874", "anonymous: true")
                .contains("join: [\"localhost:2222\"]", "bind: \"localhost:2223\"", "user: cluster_user")
                .doesNotContain("cluster_pass");
    }

    @Test
    void theFirstNodeJoinsNobody() {
        String first = SECOND_NODE.replace("    join: \"localhost:2222\"\n", "");

        assertThat(NodeConfig.parse(first, Map.of()).print()).contains("join: []", "form: true");
    }

    @Test
    void nodesOfOneHostDoNotFightForAnAdminPort() {
        assertThat(adminPort(SECOND_NODE)).isZero();
        assertThat(adminPort(SECOND_NODE + "admin: {port: 7411}\n")).isEqualTo(7_411);
        assertThat(adminPort(SECOND_NODE + "admin: {peer_timeout: 1s}\n")).isEqualTo(7_400);
        assertThat(adminPort("node: {id: n1}\n")).isEqualTo(7_400);
    }

    private static int adminPort(String yaml) {
        return NodeConfig.parse(yaml, Map.of()).admin().orElseThrow().port();
    }

    @Test
    void whatIsWrongInItIsToldUnderItsOwnLine() {
        assertThatThrownBy(() -> NodeConfig.parse(
                        SECOND_NODE.replace("join_server", "gossip").replace("user:", "usr:"), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("node.yml:7")
                .hasMessageContaining("join_server")
                .hasMessageContaining("cluster.usr");
    }

    @Test
    void variablesOfOlderDeploymentsHoldForTheFirstElection() {
        NodeConfig config = NodeConfig.parse(
                "node: {id: n1}\n",
                Map.of(
                        "COORDINATOR_ELIGIBLE", "false",
                        "COORDINATOR_ELECTION_INTERVAL", "7000",
                        "COORDINATOR_TAKEOVER_DELAY", "250"));

        ElectionPlan election = config.plan().elections().get(0);
        assertThat(election.settings().eligible()).isFalse();
        assertThat(election.settings().checkInterval()).isEqualTo(Duration.ofSeconds(7));
        assertThat(election.settings().takeoverDelay()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void batonsOwnVariablesWin() {
        NodeConfig config = NodeConfig.parse(
                "node: {id: n1}\n", Map.of("COORDINATOR_ELIGIBLE", "false", "BATON_ELECTIONS_0_ELIGIBLE", "true"));

        assertThat(config.plan().elections().get(0).settings().eligible()).isTrue();
    }
}
