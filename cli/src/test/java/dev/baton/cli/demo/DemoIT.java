// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import static dev.baton.cli.demo.DemoLab.ofType;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.Processes;
import dev.baton.spi.lease.LeaseTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as it is run: by the launcher, in processes of its own. */
@Timeout(180)
class DemoIT {
    /** What a machine with too few processors may add between an event and its being noted. */
    private static final double BUSY_MACHINE_MS = 5_000;
    /**
     * How much shorter a pause may be told. Under the 2.1 s that it takes at least with a lease of 3 s, so that a gap
     * that began when it was noticed is found out.
     */
    private static final double SHORTER_PAUSE_MS = 1_800;

    @TempDir
    private Path folder;

    private DemoLab lab;

    @BeforeEach
    void openLab() {
        lab = new DemoLab(folder);
    }

    @Test
    void twoScriptsAtOnceShowEachHandOverAndLeaveNothingBehind() throws IOException {
        CliProcess first = lab.start("--script", "kill,pause,resign", "--json");
        CliProcess second = lab.start("--elector", "bully", "--script", "resign,add,kill,restart,pause", "--json");

        assertThat(first.awaitEnd()).as(first.toString()).isZero();
        assertThat(second.awaitEnd()).as(second.toString()).isZero();
        // A machine that is very busy adds some by itself, which keep the same promises.
        assertThat(ofType("hand_over", first))
                .extracting(it -> it.path("cause").asText())
                .containsSubsequence("kill", "pause", "resign");
        assertThat(ofType("hand_over", second))
                .extracting(it -> it.path("cause").asText())
                .containsSubsequence("resign", "kill", "pause");
        for (CliProcess demo : List.of(first, second)) {
            assertThat(ofType("hand_over", demo)).allSatisfy(it -> {
                assertThat(it.path("toEpoch").asLong())
                        .isGreaterThan(it.path("fromEpoch").asLong());
                assertThat(it.path("gapMs").asDouble()).isPositive();
                assertThat(it.path("overlapMs").asDouble()).isZero();
            });
            assertThat(ofType("event", demo))
                    .extracting(it -> it.path("event").path("type").asText())
                    .contains("became_leader", "lost_leadership");
            assertThat(ofType("fenced_write", demo))
                    .as("late writes that were refused")
                    .isNotEmpty()
                    .allSatisfy(it -> assertThat(it.path("highest").asLong())
                            .isGreaterThan(it.path("epoch").asLong()));
            assertThat(ofType("summary", demo))
                    .hasSize(1)
                    .allMatch(it -> it.path("ok").asBoolean());
            assertThat(demo.err()).isEmpty();
            lab.assertNothingIsLeft(demo);
        }
        assertGapsAreToldAsMeasured(first, Duration.ofMillis(900));
        assertGapsAreToldAsMeasured(second, Duration.ofMillis(500));
        // The paused one was not heard from until its lease was over: 3 s, renewed at most 0.9 s and some before.
        assertThat(ofType("hand_over", first))
                .filteredOn(it -> it.path("cause").asText().equals("pause"))
                .allMatch(it -> it.path("gapMs").asDouble() > 1_000);
    }

    /** What the nodes say of a gap, against what the leaders wrote down: see the bounds in docs/admin-api.md. */
    private static void assertGapsAreToldAsMeasured(CliProcess demo, Duration renewalInterval) {
        List<JsonNode> asked = ofType("hand_over", demo).stream()
                .filter(it -> it.path("cause").asText().matches("kill|pause|resign"))
                .toList();
        assertThat(asked).hasSizeGreaterThanOrEqualTo(3).allSatisfy(it -> {
            double measured = it.path("gapMs").asDouble();
            double told = ofType("event", demo).stream()
                    .map(line -> line.path("event"))
                    .filter(event -> event.path("type").asText().equals("leader_changed"))
                    .filter(event ->
                            event.path("epoch").asLong() == it.path("toEpoch").asLong())
                    .mapToDouble(event -> event.path("gapMs").asDouble(Double.NaN))
                    .findFirst()
                    .orElse(Double.NaN);
            double shorter = it.path("cause").asText().equals("pause") ? SHORTER_PAUSE_MS : BUSY_MACHINE_MS;
            assertThat(told)
                    .as(it.toString())
                    .isBetween(measured - shorter, measured + renewalInterval.toMillis() + BUSY_MACHINE_MS);
        });
    }

    @Test
    void theRegistryShowsTheSame() throws IOException {
        CliProcess demo = lab.start("--elector", "registry", "--script", "kill,restart,resign,pause", "--json");

        assertThat(demo.awaitEnd()).as(demo.toString()).isZero();
        assertThat(ofType("hand_over", demo))
                .extracting(it -> it.path("cause").asText())
                .contains("kill", "resign", "pause");
        assertThat(ofType("hand_over", demo)).allSatisfy(it -> {
            assertThat(it.path("toEpoch").asLong())
                    .isGreaterThan(it.path("fromEpoch").asLong());
            assertThat(it.path("overlapMs").asDouble()).isZero();
        });
        assertGapsAreToldAsMeasured(demo, LeaseTerms.DEFAULT.renewInterval());
        lab.assertNothingIsLeft(demo);
    }

    @Test
    void raftShowsTheSame() throws IOException {
        CliProcess demo = lab.start("--elector", "raft", "--script", "kill,restart,resign,add", "--json");

        assertThat(demo.awaitEnd()).as(demo.toString()).isZero();
        assertThat(ofType("hand_over", demo))
                .extracting(it -> it.path("cause").asText())
                .contains("kill", "resign");
        assertThat(ofType("hand_over", demo)).allSatisfy(it -> {
            assertThat(it.path("toEpoch").asLong())
                    .isGreaterThan(it.path("fromEpoch").asLong());
            assertThat(it.path("overlapMs").asDouble()).isZero();
        });
        lab.assertNothingIsLeft(demo);
    }

    @Test
    void aScriptThatCannotBePerformedFails() throws IOException {
        CliProcess demo = lab.start("--nodes", "1", "--script", "kill", "--json");

        assertThat(demo.awaitEnd()).isEqualTo(1);
        assertThat(ofType("failed", demo).get(0).path("why").asText()).contains("no other node");
        lab.assertNothingIsLeft(demo);
    }

    @Test
    void neitherTermNorKillLeavesProcessesBehind() throws IOException {
        String[] script = {"--nodes", "2", "--script", "pause,pause,pause,pause,pause", "--json"};
        Map<String, CliProcess> demos = Map.of("TERM", lab.start(script), "KILL", lab.start(script));
        for (String signal : demos.keySet()) {
            CliProcess demo = demos.get(signal);
            demo.awaitOut("first_leader");
            List<Long> nodes = DemoLab.pids(demo);
            assertThat(nodes).hasSize(2).allMatch(Processes::isRunning);
            demo.awaitOut("\"action\"");

            demo.signal(signal);

            demo.awaitEnd();
            if (signal.equals("TERM")) {
                lab.assertNothingIsLeft(demo);
            } else {
                // One that is paused at this moment sees the end of the demo when it goes on.
                nodes.forEach(DemoIT::resume);
                eventually(
                        "the nodes follow the demo",
                        Duration.ofSeconds(20),
                        () -> nodes.stream().noneMatch(Processes::isRunning),
                        nodes::toString);
            }
        }
    }

    private static void resume(long pid) {
        try {
            new ProcessBuilder("kill", "-CONT", Long.toString(pid))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
