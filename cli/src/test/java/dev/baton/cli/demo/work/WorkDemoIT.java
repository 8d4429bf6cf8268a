// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import static dev.baton.cli.demo.DemoLab.ofType;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.demo.DemoLab;
import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.PseudoTerminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo of work as it is run: by the launcher, in processes of its own. */
@Timeout(180)
class WorkDemoIT {
    private static final String KEYS = "k kill   p pause   r resume   d drain   u undrain   a add   ↑↓ choose   q quit";

    @TempDir
    private Path folder;

    private DemoLab lab;

    @BeforeEach
    void openLab() {
        lab = new DemoLab(folder);
    }

    @Test
    void aScriptShowsEveryMoveAndLeavesNothingBehind() throws IOException {
        CliProcess demo = lab.start("work", "--script", "kill,pause,drain,add", "--json");

        assertThat(demo.awaitEnd()).as(demo.toString()).isZero();
        assertThat(ofType("settled", demo))
                .extracting(it ->
                        it.path("action").asText() + " " + it.path("worker").asText())
                .containsExactly("start 5 workers", "kill w1", "pause w2", "drain w3", "add w6", "resume w2");
        List<JsonNode> moves = ofType("move", demo);
        assertThat(moves).allSatisfy(it -> {
            assertThat(it.path("toToken").asLong())
                    .isGreaterThan(it.path("fromToken").asLong());
            assertThat(it.path("unownedMs").asDouble()).isPositive();
        });
        // 30 partitions on 5 workers: what the one that is killed had, at least; with others if leases were lost.
        assertThat(moves)
                .filteredOn(it -> it.path("from").asText().equals("w1"))
                .hasSizeGreaterThanOrEqualTo(6);
        assertThat(moves).filteredOn(it -> it.path("to").asText().equals("w6")).isNotEmpty();
        assertThat(ofType("overlap", demo)).isEmpty();
        JsonNode summary = ofType("summary", demo).get(0);
        assertThat(demo.jsonLines()).endsWith(summary);
        assertThat(summary.path("ok").asBoolean()).isTrue();
        assertThat(summary.path("overlaps").asInt(-1)).isZero();
        assertThat(summary.path("moves").asInt()).isBetween(20, moves.size());
        assertThat(summary.path("longestUnownedMs").asDouble())
                .isEqualTo(moves.stream()
                        .mapToDouble(it -> it.path("unownedMs").asDouble())
                        .max()
                        .orElse(0));
        assertThat(demo.err()).isEmpty();
        lab.assertNothingIsLeft(demo);
    }

    @Test
    void aScriptThatCannotBePerformedFails() throws IOException {
        CliProcess demo = lab.start("work", "--workers", "1", "--script", "kill", "--json");

        assertThat(demo.awaitEnd()).isEqualTo(1);
        assertThat(ofType("failed", demo).get(0).path("why").asText()).contains("no other worker");
        assertThat(ofType("summary", demo)).noneMatch(it -> it.path("ok").asBoolean());
        lab.assertNothingIsLeft(demo);
    }

    @Test
    void theKeysActAndTheScreenFits80Columns() {
        try (PseudoTerminal terminal = lab.atTerminal("work --workers 2")) {
            terminal.awaitScreen("Baton demo");
            terminal.resize(24, 80);
            terminal.await("both have their share", screen -> works(screen, "w1", 15) && works(screen, "w2", 15));
            press(terminal, "r", "no worker is paused");
            press(terminal, "d", "drain w1: 15 moved");
            terminal.await("w1 is drained", screen -> state(screen, "w1", "drained", 0) && works(screen, "w2", 30));
            press(terminal, "k", "no other worker can take its partitions");
            press(terminal, "u", "undrain w1: 15 moved");
            terminal.type("\u001b[A");
            terminal.await("the other one is chosen", screen -> screen.contains("> w1"));
            press(terminal, "p", "pause w1: 15 moved");
            terminal.await("w1 is paused", screen -> state(screen, "w1", "paused", 0));
            assertThat(terminal.screen().lines())
                    .allMatch(line -> line.length() <= 80)
                    .hasSizeLessThanOrEqualTo(24);

            // The paused one goes on before the summary, and would act on what is no longer its own if it could.
            terminal.type("q");

            terminal.awaitEnd();
            assertThat(terminal.screen())
                    .containsPattern("[0-9]+ moves, 0 overlaps, longest unowned [0-9.]+ ms: as promised")
                    .contains("ended with 0");
            lab.assertNothingIsLeft(terminal);
        }
    }

    @Test
    void ctrlCLeavesNothingBehind() {
        try (PseudoTerminal terminal = lab.atTerminal("work --workers 1")) {
            terminal.awaitScreen("starting");

            terminal.type(PseudoTerminal.CTRL_C);

            terminal.awaitEnd();
            lab.assertNothingIsLeft(terminal);
        }
    }

    private static boolean works(String screen, String worker, int partitions) {
        return state(screen, worker, "works", partitions);
    }

    private static boolean state(String screen, String worker, String state, int partitions) {
        return Pattern.compile(worker + " +[0-9]+ +" + state + " +" + partitions + "\\b")
                .matcher(screen)
                .find();
    }

    /** Presses a key, and waits until the action is over: keys that come before that are not kept. */
    private static void press(PseudoTerminal terminal, String key, String shows) {
        terminal.type(key);
        terminal.await(shows, screen -> screen.contains(shows) && screen.contains(KEYS));
    }
}
