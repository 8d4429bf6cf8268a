// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import static dev.baton.testkit.Eventually.eventually;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * A terminal and its user: what is typed goes to the command, what the command shows is kept. The terminal is the
 * kernel's, made by the program {@code script}; the shell in it tells at the end how the command ended and whether the
 * terminal is as it was.
 */
public final class PseudoTerminal implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String HOME = "\u001b[H";
    /** Typed, it ends what runs in the foreground. */
    public static final String CTRL_C = "\u0003";

    /** Typed, it stops what runs in the foreground, until {@link #RESUME} is typed. */
    public static final String CTRL_Z = "\u001a";

    public static final String RESUME = "\n";

    private static final String SHELL = """
            trap : INT
            stty rows 40 cols 140
            echo "on $(tty)"
            before=$(stty -g)
            compare() { if [ "$before" = "$(stty -g)" ]; then echo "the terminal is as it was"; fi; }
            set -m
            "$BATON_LAUNCHER" %s
            code=$?
            if [ $code -eq 147 ]; then
                echo "suspended"
                compare
                read -r line
                fg
                code=$?
            fi
            echo "ended with $code"
            compare
            """;

    private static final Pattern DEVICE = Pattern.compile("on (/dev/[a-z0-9/]+)");

    private final Process process;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Thread reader;

    private PseudoTerminal(Process process) {
        this.process = process;
        reader = new Thread(this::read, "pseudo-terminal");
        reader.setDaemon(true);
        reader.start();
    }

    /** Runs the packaged command, with arguments as a shell takes them. */
    public static PseudoTerminal start(Path folder, Map<String, String> environment, String arguments) {
        Assumptions.assumeTrue(
                new File("/usr/bin/script").canExecute(), "there is no /usr/bin/script to make a terminal with");
        // A build in the background of a script ignores SIGINT; its shells would then not even trap it.
        ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        "--default-signal=INT",
                        "/usr/bin/script",
                        "-qfec",
                        SHELL.formatted(arguments),
                        "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("BATON_LAUNCHER", CliProcess.launcher().toString());
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().put("TERM", "xterm");
        builder.environment().putAll(environment);
        try {
            return new PseudoTerminal(builder.start());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private void read() {
        try (InputStream in = process.getInputStream()) {
            byte[] some = new byte[4_096];
            for (int count = in.read(some); count != -1; count = in.read(some)) {
                synchronized (shown) {
                    shown.write(some, 0, count);
                }
            }
        } catch (IOException gone) {
            // The terminal is closed.
        }
    }

    public void type(String keys) {
        OutputStream keyboard = process.getOutputStream();
        try {
            keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Makes the window larger or smaller, as its user would. */
    public void resize(int rows, int columns) {
        Matcher device = DEVICE.matcher(all());
        if (!device.find()) {
            throw new AssertionError("the shell has not begun: " + this);
        }
        Processes.run("stty", "-F", device.group(1), "rows", "" + rows, "cols", "" + columns);
    }

    /** Sends a signal to the command, from outside of the terminal. */
    public void signal(String name) {
        Processes.signal(name, Processes.below(process.pid(), "dev.baton.cli.BatonCommand"));
    }

    /** All that was ever shown, with what moves the cursor. */
    public String all() {
        synchronized (shown) {
            return shown.toString(StandardCharsets.UTF_8);
        }
    }

    /** The text of the newest picture, or of what came after the last one. */
    public String screen() {
        String all = all();
        return all.substring(Math.max(0, all.lastIndexOf(HOME))).replaceAll("\u001b\\[[?0-9;]*[A-Za-z]", "");
    }

    public void await(String what, Predicate<String> fact) {
        eventually(what, LIMIT, () -> fact.test(screen()) || !reader.isAlive(), this::toString);
        if (!fact.test(screen())) {
            throw new AssertionError("ended before " + what + ": " + this);
        }
    }

    public void awaitScreen(String text) {
        await(text, screen -> screen.contains(text));
    }

    /** Waits until the shell has nothing more to do, and all that it showed was read. */
    public void awaitEnd() {
        Processes.awaitEnd(process, LIMIT, this);
        eventually("all output is read", LIMIT, () -> !reader.isAlive(), this::toString);
    }

    @Override
    public void close() {
        Processes.end(process);
        awaitEnd();
    }

    @Override
    public String toString() {
        return screen();
    }
}
