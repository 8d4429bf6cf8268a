// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ConfigurationException;
import dev.baton.server.http.RawHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that also serves Redis clients while it leads. */
class CommandsIT {
    private static final String COMMANDS = "commands: {enabled: true, anonymous: true, port: 0}\n";

    private final TestNodes nodes = new TestNodes();

    @AfterEach
    void stop() {
        nodes.close();
    }

    @Test
    void theLeaderAnswersAndItsAddressIsShownAndCounted() {
        nodes.startWith("n1", COMMANDS);
        nodes.awaitLeader("n1");

        JsonNode seen = nodes.cluster("n1");
        String address = seen.at("/elections/0/leader/endpoints/commands").asText();
        eventually(
                "the leader serves",
                TestNodes.PATIENCE,
                () -> ask(address, "SET greeting hello").equals("+OK"),
                () -> ask(address, "INFO"));

        assertThat(ask(address, "INCR counter")).isEqualTo(":1");
        assertThat(nodes.http("n1").get("/api/v1/duties").json().path("duties"))
                .anyMatch(duty -> duty.path("name").asText().equals("commands"));
        assertThat(new RawHttp(nodes.server("n1").adminPort().orElseThrow())
                        .get("/metrics")
                        .body())
                .contains("baton_commands_handled_total", "baton_commands_keys 2.0");
    }

    @Test
    void aFollowerSaysWhoLeadsAndWhere() {
        nodes.startWith("n1", COMMANDS);
        nodes.awaitLeader("n1");
        BatonServer follower = nodes.startWith("n2", COMMANDS);
        String leads =
                nodes.cluster("n1").at("/elections/0/leader/endpoints/commands").asText();
        long epoch = TestNodes.epoch(nodes.cluster("n1"));
        String address = follower.endpoints().find("commands").orElseThrow();

        String wanted = "-NOT_LEADER n1 " + leads + " " + epoch;
        eventually(
                "the follower knows",
                TestNodes.PATIENCE,
                () -> ask(address, "GET greeting").equals(wanted),
                () -> ask(address, "GET greeting"));
    }

    @Test
    void whatWouldExposeItIsRefused() {
        assertThatThrownBy(() -> NodeConfig.parse(
                        nodes.yaml("n1", "") + "commands: {enabled: true, anonymous: true, bind: 0.0.0.0}\n", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("loopback");
        assertThatThrownBy(() -> NodeConfig.parse(
                        nodes.yaml("n1", "")
                                + "commands: {enabled: true, election: nobody, users: [{name: u, password_hash: x}]}\n",
                        Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is not among the elections")
                .hasMessageContaining("not a password hash");
    }

    private static String ask(String address, String command) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        } catch (IOException failed) {
            return failed.toString();
        }
    }
}
