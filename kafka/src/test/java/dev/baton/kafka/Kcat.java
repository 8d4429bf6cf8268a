// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Debian's {@code kcat}, a client on librdkafka. */
final class Kcat {
    private static final int LIMIT_SECONDS = 60;

    private final String address;
    private final Path folder;

    Kcat(String address, Path folder) {
        this.address = address;
        this.folder = folder;
    }

    boolean isInstalled() {
        try {
            return run("", List.of("kcat", "-V")).contains("librdkafka");
        } catch (UncheckedIOException missing) {
            return false;
        }
    }

    /** What it prints, having read this. */
    String run(String input, String... arguments) {
        List<String> command = new ArrayList<>(List.of("kcat", "-q", "-b", address));
        command.addAll(List.of(arguments));
        return run(input, command);
    }

    /** A whole line, which names the port of brokers on a default one. */
    String type(String input, String line) {
        String here = line.replace("kcat ", "kcat -q ").replace("127.0.0.1:9092", address);
        return run(input, List.of(here.split(" +")));
    }

    private String run(String input, List<String> command) {
        try {
            Path out = Files.createTempFile(folder, "kcat", ".out");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end: " + Files.readString(out));
            }
            return Files.readString(out).strip();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
