// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * What a command gets from the process it runs in: its streams, its environment variables, its terminal.
 *
 * @param terminalInput whether input comes from a terminal, so that its user can be asked
 * @param terminalOutput whether output goes to a terminal
 */
public record CliEnvironment(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> variables,
        boolean terminalInput,
        boolean terminalOutput) {
    /** The environment of this process. The launcher has found out which of its streams are terminals. */
    static CliEnvironment ofProcess() {
        return new CliEnvironment(
                System.in,
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                System.getenv(),
                Boolean.getBoolean("baton.terminal.in"),
                Boolean.getBoolean("baton.terminal.out"));
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /** An environment variable; an empty one counts as not set. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
    }

    /** Whether there is a terminal whose keys can be read and whose cursor can be moved. */
    public boolean fullScreen() {
        return terminalInput && terminalOutput && !dumb();
    }

    public boolean colours() {
        return terminalOutput && variable("NO_COLOR").isEmpty() && !dumb();
    }

    private boolean dumb() {
        return variable("TERM").orElse("dumb").equals("dumb");
    }
}
