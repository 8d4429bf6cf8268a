// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AlarmView;
import dev.baton.admin.ClusterView;
import dev.baton.admin.NodeView;
import dev.baton.cli.lab.FakeNode;
import dev.baton.cli.lab.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The doctor before a cluster whose clocks do not agree: one machine has one clock, so the nodes are stand-ins. */
@Timeout(60)
class DoctorClocksTest {
    private final FakeNode right = new FakeNode();
    private final FakeNode fast = new FakeNode();
    private final CommandLab lab = new CommandLab();

    @AfterEach
    void end() {
        right.close();
        fast.close();
    }

    /** Answers for both nodes, at the time of this clock. */
    private void answering(FakeNode node, Clock clock) {
        node.on("/health/live", 200, "{\"status\":\"up\"}");
        node.on("/api/v1/cluster", exchange -> {
            byte[] body =
                    dev.baton.admin.AdminJson.write(cluster(clock.instant())).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
    }

    private ClusterView cluster(Instant at) {
        NodeView first = Sample.node("n1", right.url());
        List<NodeView> nodes = List.of(
                new NodeView(
                        first.id(),
                        null,
                        null,
                        first.admin(),
                        null,
                        1,
                        null,
                        null,
                        first.status(),
                        null,
                        true,
                        List.of(),
                        List.of(new AlarmView("READ_ONLY", "no writes", at))),
                Sample.node("n2", fast.url()),
                Sample.node("n3", "http://127.0.0.1:1"));
        return new ClusterView("c", "n1", at, nodes, List.of(), List.of("n3"));
    }

    @Test
    void aNodeWhoseClockIsWrongIsNamedAndSoIsWhatToDo() throws IOException {
        answering(right, Clock.systemUTC());
        answering(fast, Clock.offset(Clock.systemUTC(), Duration.ofSeconds(90)));

        assertThat(lab.run("doctor", "--server", right.url(), "--json"))
                .as("n3 does not answer")
                .isEqualTo(1);

        JsonNode answer = JsonOutput.parse(lab.out());
        assertThat(finding(answer, "clocks", "n1").path("level").asText()).isEqualTo("OK");
        assertThat(finding(answer, "clocks", "n2").path("level").asText()).isEqualTo("WARN");
        assertThat(finding(answer, "clocks", "n2").path("detail").asText()).contains("ahead of this machine");
        assertThat(finding(answer, "clocks", "n2").path("advice").asText()).contains("chrony");
        assertThat(finding(answer, "alarm", "n1").path("level").asText()).isEqualTo("WARN");
        assertThat(finding(answer, "cluster", "n3").path("level").asText()).isEqualTo("FAIL");
    }

    private static JsonNode finding(JsonNode answer, String check, String node) {
        return StreamSupport.stream(answer.path("checks").spliterator(), false)
                .filter(it -> it.path("check").asText().equals(check))
                .filter(it -> it.path("detail").asText().contains(node))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing said of " + node + ": " + answer));
    }
}
