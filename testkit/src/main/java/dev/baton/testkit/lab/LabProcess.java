// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import dev.baton.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A Java program in its own process, spoken to by lines on its standard input and output. It can be killed,
 * paused and resumed like any process. Ends with its owner.
 */
public final class LabProcess implements AutoCloseable {
    /** Long: this also waits for a program that has just been started, on a machine that does other things. */
    private static final Duration END_LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final Process process;
    private final Writer input;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LabProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "lab-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts {@code main} on this JVM's own class path.
     *
     * @param log where its standard error goes
     */
    public static LabProcess start(String name, Class<?> main, List<String> jvmOptions, List<String> args, Path log) {
        return start(name, List.of(), main, jvmOptions, args, log);
    }

    /**
     * Starts {@code main} by way of another command, as {@code ip netns exec NAME}, which must become it.
     *
     * @param log where its standard error goes
     */
    public static LabProcess start(
            String name, List<String> by, Class<?> main, List<String> jvmOptions, List<String> args, Path log) {
        return start(name, command(by, main, jvmOptions, args), ProcessBuilder.Redirect.to(log.toFile()));
    }

    /**
     * Starts a program of another class path.
     *
     * @param log where its standard error goes
     */
    public static LabProcess startOn(
            String classPath, String name, String main, List<String> jvmOptions, List<String> args, Path log) {
        return start(
                name,
                command(List.of(), classPath, main, jvmOptions, args),
                ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    /**
     * Starts any program, such as a launcher, which must become the process that is meant.
     *
     * @param log where its standard error goes
     */
    public static LabProcess startProgram(String name, List<String> command, Path log) {
        return start(name, command, ProcessBuilder.Redirect.to(log.toFile()));
    }

    /** Starts {@code main} with a standard error that no process reads: a pipe, which is full soon. */
    public static LabProcess startUnheard(String name, Class<?> main, List<String> jvmOptions, List<String> args) {
        return start(name, command(List.of(), main, jvmOptions, args), ProcessBuilder.Redirect.PIPE);
    }

    private static List<String> command(List<String> by, Class<?> main, List<String> jvmOptions, List<String> args) {
        return command(by, System.getProperty("java.class.path"), main.getName(), jvmOptions, args);
    }

    private static List<String> command(
            List<String> by, String classPath, String main, List<String> jvmOptions, List<String> args) {
        List<String> command = new ArrayList<>(by);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(classPath);
        command.add(main);
        command.addAll(args);
        return command;
    }

    private static LabProcess start(String name, List<String> command, ProcessBuilder.Redirect errors) {
        try {
            return new LabProcess(
                    name, new ProcessBuilder(command).redirectError(errors).start());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            lines.add("lab: output ended: " + ended);
        }
    }

    public String name() {
        return name;
    }

    /** The number that the system knows it by. */
    public long pid() {
        return process.pid();
    }

    /** What it has said so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The last line so far that begins with {@code prefix}. */
    public Optional<String> last(String prefix) {
        return lines.stream().filter(line -> line.startsWith(prefix)).reduce((earlier, later) -> later);
    }

    /** Waits until it has said a line that begins with {@code prefix}. */
    public String await(String prefix, Duration limit) {
        Eventually.eventually(
                name + " says " + prefix, limit, () -> last(prefix).isPresent() || !process.isAlive(), () -> lines);
        return last(prefix)
                .orElseThrow(() -> new AssertionError(name + " ended without saying " + prefix + ": " + lines));
    }

    /** Says a line to it. */
    public void say(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException problem) {
            throw new UncheckedIOException(name + " does not listen", problem);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: it gets no chance to do anything, and is gone when this returns. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM: it may shut down as it likes. */
    public void terminate() {
        // Not by destroy(), which also closes its output.
        signal("TERM");
    }

    /** SIGSTOP: it is paused, its connections stay open. */
    public void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** Waits for its end and returns its exit status. */
    public int awaitEnd() {
        try {
            if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(name + " did not end within " + END_LIMIT);
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, interrupted);
        }
    }

    private void signal(String signal) {
        try {
            int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + signal + " of " + name + " ended with " + status);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while signalling " + name, interrupted);
        }
    }

    /** Ends it, whatever state it is in. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
