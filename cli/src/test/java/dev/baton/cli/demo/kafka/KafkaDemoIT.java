// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import static dev.baton.cli.demo.DemoLab.ofType;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.demo.DemoLab;
import dev.baton.cli.lab.CliProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo of Kafka brokers as it is run: by the launcher, in processes of its own. */
@Timeout(900)
class KafkaDemoIT {
    /** Three faults and three starts, on a machine that may be busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    @Test
    void aScriptLosesAndDoublesNothingAndLeavesNothingBehind() throws IOException {
        DemoLab lab = new DemoLab(folder);
        CliProcess demo = lab.start("kafka", "--script", "kill,pause,resign", "--json");

        eventually("the script ends", PATIENCE, () -> !demo.isAlive(), demo::toString);
        assertThat(demo.awaitEnd()).as(demo.toString()).isZero();

        List<JsonNode> settled = ofType("settled", demo);
        assertThat(settled).extracting(it -> it.path("action").asText()).containsExactly("kill", "pause", "resign");
        assertThat(ofType("action", demo))
                .extracting(it -> it.path("action").asText())
                .containsExactly("kill", "pause", "resign");
        assertThat(settled)
                .allSatisfy(it -> assertThat(it.path("gapMs").asLong(-1)).isNotNegative());
        // The killed one is a new process afterwards.
        assertThat(DemoLab.pids(demo)).hasSizeGreaterThanOrEqualTo(4);
        JsonNode summary = ofType("summary", demo).get(0);
        assertThat(demo.jsonLines()).endsWith(summary);
        assertThat(summary.path("ok").asBoolean()).as(summary.toString()).isTrue();
        assertThat(summary.path("verified").asBoolean()).isTrue();
        assertThat(summary.path("lost").asLong(-1)).isZero();
        assertThat(summary.path("duplicates").asLong(-1)).isZero();
        assertThat(summary.path("outOfOrder").asLong(-1)).isZero();
        assertThat(summary.path("nodesEnded").asLong(-1)).isZero();
        assertThat(summary.path("acknowledged").asLong())
                .isGreaterThanOrEqualTo(settled.get(2).path("acknowledged").asLong())
                .isPositive();
        assertThat(summary.path("consumed").asLong()).isPositive();
        // One of them is rounded, the other cut off.
        assertThat(settled)
                .allSatisfy(it -> assertThat(summary.path("longestGapMillis").asDouble())
                        .isGreaterThan(it.path("gapMs").asDouble() - 1));
        lab.assertNothingIsLeft(demo);
    }
}
