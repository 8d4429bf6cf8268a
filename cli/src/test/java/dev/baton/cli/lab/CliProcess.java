// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import static dev.baton.testkit.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The packaged command in its own process, with its output in files. Ends with its owner. */
public final class CliProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Process process;
    private final Path out;
    private final Path err;

    private CliProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Where the build has put the command. */
    public static Path launcher() {
        try (Stream<Path> files = Files.find(
                Path.of("target"), 5, (path, about) -> path.endsWith("bin/baton") && Files.isExecutable(path))) {
            return files.findFirst()
                    .orElseThrow(() -> new AssertionError("the distribution is not built: run package first"))
                    .toAbsolutePath();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    public static CliProcess start(Path folder, Map<String, String> environment, String... arguments) {
        return start(launcher(), folder, environment, arguments);
    }

    public static CliProcess start(Path program, Path folder, Map<String, String> environment, String... arguments) {
        try {
            Path out = Files.createTempFile(folder, "out", "");
            Path err = Files.createTempFile(folder, "err", "");
            // A build in the background of a script ignores SIGINT, and its children would, too.
            List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", program.toString()));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().putAll(environment);
            return new CliProcess(builder.start(), out, err);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Runs a command to its end. */
    public static CliProcess run(Path folder, String... arguments) {
        CliProcess process = start(folder, Map.of(), arguments);
        process.awaitEnd();
        return process;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    /** All of its output as one JSON document. */
    public JsonNode json() {
        return parse(out());
    }

    /** Its output as JSON, a document per line. */
    public List<JsonNode> jsonLines() {
        return out().lines().map(CliProcess::parse).toList();
    }

    private static JsonNode parse(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException strange) {
            throw new AssertionError("no JSON: " + text, strange);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Waits until its output has this in it. */
    public void awaitOut(String text) {
        eventually("output has " + text, LIMIT, () -> out().contains(text) || !isAlive(), this::toString);
        if (!out().contains(text)) {
            throw new AssertionError("ended without saying " + text + ": " + this);
        }
    }

    /** Waits until its standard error has this in it. */
    public void awaitErr(String text) {
        eventually("errors have " + text, LIMIT, () -> err().contains(text) || !isAlive(), this::toString);
        if (!err().contains(text)) {
            throw new AssertionError("ended without saying " + text + ": " + this);
        }
    }

    /** Waits for its end and returns its exit code. */
    public int awaitEnd() {
        return Processes.awaitEnd(process, LIMIT, this);
    }

    public void signal(String name) {
        Processes.signal(name, List.of(pid()));
    }

    @Override
    public void close() {
        Processes.end(process);
        awaitEnd();
    }

    @Override
    public String toString() {
        return "exit " + (isAlive() ? "pending" : process.exitValue()) + "\nout: " + out() + "\nerr: " + err();
    }
}
