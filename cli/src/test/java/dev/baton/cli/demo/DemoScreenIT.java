// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.PseudoTerminal;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo as it is used at a terminal. */
@Timeout(180)
class DemoScreenIT {
    private static final String READY = "k kill the leader";
    private static final Pattern KILLED = Pattern.compile("n[0-9] +[0-9]+ +killed");

    @TempDir
    private Path folder;

    private DemoLab lab;

    @BeforeEach
    void openLab() {
        lab = new DemoLab(folder);
    }

    @Test
    void everyKeyDoesWhatItSaysAndQuitLeavesNothingBehind() {
        try (PseudoTerminal terminal = lab.atTerminal("--nodes 2")) {
            terminal.awaitScreen(READY);
            press(terminal, "s", "nothing to restart");
            press(terminal, "o", "dashboard: http://127.0.0.1:");
            press(terminal, "k", "hand-over by kill");
            press(terminal, "k", "no other node is running");
            terminal.await("the killed one is shown", DemoScreenIT::oneIsKilled);
            terminal.type("s");
            terminal.await("all are up again", screen -> !oneIsKilled(screen) && screen.contains(READY));
            press(terminal, "r", "hand-over by resign");
            terminal.await("a late write is refused", screen -> screen.contains("is refused: epoch"));
            press(terminal, "a", "n3 serves");
            press(terminal, "p", "hand-over by pause");

            terminal.type("q");

            terminal.awaitEnd();
            // A machine that is very busy adds some by itself, which keep the same promises.
            assertThat(terminal.screen())
                    .containsPattern("[3-9] hand-overs, longest overlap 0.0 ms: as promised")
                    .contains("ended with 0");
            lab.assertNothingIsLeft(terminal);
        }
    }

    private static boolean oneIsKilled(String screen) {
        return KILLED.matcher(screen).find();
    }

    /** Presses a key, and waits until the action is over: keys that come before that are not kept. */
    private static void press(PseudoTerminal terminal, String key, String shows) {
        terminal.type(key);
        terminal.await(shows, screen -> screen.contains(shows) && screen.contains(READY));
    }

    @ParameterizedTest
    @ValueSource(strings = {READY, "n1 "})
    void ctrlCLeavesNothingBehind(String shown) {
        try (PseudoTerminal terminal = lab.atTerminal("--nodes 1")) {
            terminal.awaitScreen(shown);

            terminal.type(PseudoTerminal.CTRL_C);

            terminal.awaitEnd();
            lab.assertNothingIsLeft(terminal);
        }
    }
}
