// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Apache Kafka's own programs, and programs on older clients, each in a process of its own. The build brings them. */
final class KafkaPrograms {
    private static final Path PROGRAMS = Path.of("target", "kafka-programs");
    private static final Path OLDER = Path.of("target", "older-clients");
    private static final int LIMIT_SECONDS = 120;

    private final Path folder;

    /** @param folder for what they print */
    KafkaPrograms(Path folder) {
        this.folder = folder;
    }

    /** What a program of Kafka prints, having read this. It has to end well. */
    String run(String input, String main, String... arguments) throws IOException, InterruptedException {
        return run(input, own().collect(joining(File.pathSeparator)), main, arguments);
    }

    /** What a program of these tests prints, with older clients in place of the ones of today. */
    String runOnOlderClients(Class<?> main, String... arguments) throws IOException, InterruptedException {
        Stream<String> rest = classPath().filter(it -> !it.contains("kafka-"));
        return run(
                "", Stream.concat(jars(OLDER), rest).collect(joining(File.pathSeparator)), main.getName(), arguments);
    }

    /** One that runs until it is ended. */
    Process start(String main, String... arguments) throws IOException {
        return builder(own().collect(joining(File.pathSeparator)), main, arguments)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve(main + ".err").toFile())
                .start();
    }

    private static Stream<String> own() {
        return Stream.concat(jars(PROGRAMS), classPath());
    }

    private static Stream<String> classPath() {
        // Programs print to standard output, and are to be read there.
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static Stream<String> jars(Path in) {
        File[] found = in.toFile().listFiles((at, name) -> name.endsWith(".jar"));
        if (found == null) {
            throw new IllegalStateException(in.toAbsolutePath() + " is made by the build: mvn pre-integration-test");
        }
        return Stream.of(found).map(File::getAbsolutePath);
    }

    private static ProcessBuilder builder(String classPath, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private String run(String input, String classPath, String main, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "program", ".out");
        Path err = Files.createTempFile(folder, "program", ".err");
        Process process = builder(classPath, main, arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(main + " did not end: " + text(out) + text(err));
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(main + " ended with " + process.exitValue() + ": " + text(out) + text(err));
        }
        return text(out);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
