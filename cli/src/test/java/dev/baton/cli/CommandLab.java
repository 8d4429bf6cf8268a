// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Commands in this very process, in an environment of the test's choice. */
final class CommandLab {
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private boolean terminal;
    private String typed = "";

    CommandLab with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Someone sits there and will type this. */
    CommandLab atATerminal(String answers) {
        terminal = true;
        typed = answers;
        return with("TERM", "xterm").with("COLUMNS", "100");
    }

    int run(String... arguments) {
        return run(out, arguments);
    }

    int run(OutputStream to, String... arguments) {
        return BatonCommand.run(
                new CliEnvironment(
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(to, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        environment,
                        terminal,
                        terminal),
                arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
