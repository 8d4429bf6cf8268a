// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Starts the script that ends a command in time. */
public final class GuardianScript {
    private static final String TEXT = text();

    /** Checks that the machine has everything that the script needs. */
    private static final List<String> TRIAL = List.of(
            "setsid",
            "setpriv",
            "--pdeathsig",
            "KILL",
            "bash",
            "-p",
            "-c",
            "((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && [ -r /proc/uptime ]");

    /** The requirements of the script, as text. */
    public static final String NEEDS =
            "Linux with /proc, bash 4.4 or newer, and setsid and setpriv of util-linux 2.33 or newer";

    private GuardianScript() {}

    /** The command line of a guardian, to which that of the command is added. */
    public static List<String> guard(Duration grace, Duration deadline) {
        return List.of(
                "setsid",
                "bash",
                "-p",
                "-c",
                TEXT,
                "baton-guardian",
                "guard",
                Long.toString(grace.toMillis()),
                Long.toString(deadline.toMillis()));
    }

    /** Whether this machine can run it. */
    public static boolean works() throws InterruptedException {
        try {
            return new ProcessBuilder(TRIAL)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static String text() {
        try (InputStream in = GuardianScript.class.getResourceAsStream("guardian.sh")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks guardian.sh");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(text -> !text.startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
