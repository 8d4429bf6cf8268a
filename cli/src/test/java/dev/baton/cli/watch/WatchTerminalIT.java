// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.EventView;
import dev.baton.admin.ListResponses;
import dev.baton.cli.lab.FakeNode;
import dev.baton.cli.lab.PseudoTerminal;
import dev.baton.cli.lab.Sample;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code watch} does to a terminal, and how it gives it back, on each way to its end. */
@Timeout(120)
class WatchTerminalIT {
    private static final String REFUSAL = "{\"error\":{\"code\":\"UNAUTHENTICATED\",\"message\":\"no such token\"}}";
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String LEFT = "\u001b[?1049l";
    private static final String AS_IT_WAS = "the terminal is as it was";
    private static final String DOWN = "\u001b[B";

    @TempDir
    private Path folder;

    private final FakeNode node = new FakeNode();

    @BeforeEach
    void answer() {
        node.on("/api/v1/whoami", new ListResponses.WhoAmI("read", "n1", "1"));
        node.on("/api/v1/cluster", Clusters.of(Clusters.led("orders", 7, "n1", "n2")));
        EventView event = new EventView(1, Sample.AT, "leader_changed", null, "n1", null, null, null, null, null);
        node.on("/api/v1/events", new ListResponses.Events(List.of(event), 1));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private PseudoTerminal watch(Map<String, String> environment, String arguments) {
        Map<String, String> all =
                new HashMap<>(Map.of("BATON_SERVER", node.url(), "BATON_TOKEN", "token", "BATON_CDS", "off"));
        all.putAll(environment);
        return PseudoTerminal.start(folder, all, "watch --interval 100ms " + arguments);
    }

    @Test
    void itFollowsTheWindowAndIsSuspendedAndResumed() {
        try (PseudoTerminal terminal = watch(Map.of("NO_COLOR", "1"), "")) {
            terminal.awaitScreen("> orders");
            terminal.type(DOWN);
            terminal.awaitScreen("> n1");

            terminal.resize(12, 30);
            terminal.await(
                    "it fits",
                    screen -> screen.contains("> n1")
                            && screen.endsWith("? help   q quit   ↑↓ move")
                            && screen.lines().count() == 12
                            && screen.lines().allMatch(line -> line.length() <= 30));
            terminal.type("r");
            terminal.await(
                    "the role is said", screen -> screen.replaceAll("\\s+", " ").contains("has the role read"));

            terminal.type(PseudoTerminal.CTRL_Z);
            terminal.await("the shell is back", screen -> screen.contains("suspended") && screen.contains(AS_IT_WAS));
            terminal.type(PseudoTerminal.RESUME);
            terminal.await("it is back", screen -> screen.contains("> n1") && !screen.contains("suspended"));

            terminal.type("q");
            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("ended with 0", AS_IT_WAS);
            assertThat(terminal.all()).contains("\u001b[?1049h", LEFT);
            assertThat(COLOUR.matcher(terminal.all()).find()).as("NO_COLOR").isFalse();
        }
    }

    @Test
    void aSignalThatEndsItGivesTheTerminalBack() {
        try (PseudoTerminal terminal = watch(Map.of(), "")) {
            terminal.awaitScreen("orders");

            terminal.signal("TERM");

            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("ended with 143", AS_IT_WAS);
            assertThat(terminal.all()).contains(LEFT);
            assertThat(COLOUR.matcher(terminal.all()).find()).isTrue();
        }
    }

    @Test
    void aFailureGivesTheTerminalBackAndIsReadAfterwards() {
        try (PseudoTerminal terminal = watch(Map.of(), "")) {
            terminal.awaitScreen("orders");
            node.on("/api/v1/cluster", 503, "{\"error\":{\"code\":\"UNAVAILABLE\",\"message\":\"starting\"}}");
            terminal.awaitScreen("Old: starting");

            node.on("/api/v1/cluster", 401, REFUSAL);

            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("baton: no such token", "ended with 5", AS_IT_WAS);
            assertThat(terminal.all().substring(terminal.all().indexOf(LEFT))).contains("no such token");
        }
    }

    @Test
    void aTerminalThatCannotMoveItsCursorGetsLines() {
        try (PseudoTerminal terminal = watch(Map.of("TERM", "dumb"), "--count 2")) {
            terminal.awaitEnd();

            assertThat(terminal.all())
                    .contains("leader_changed", "ended with 0")
                    .doesNotContain("\u001b");
        }
    }
}
