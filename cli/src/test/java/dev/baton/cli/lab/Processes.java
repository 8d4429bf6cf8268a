// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What runs on this machine. */
public final class Processes {
    private Processes() {}

    /** Whether it runs; one that has ended and was not waited for does not. */
    public static boolean isRunning(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    /** Waits for its end and returns its exit code; {@code state} is for whoever wonders why it does not come. */
    static int awaitEnd(Process process, Duration limit, Object state) {
        try {
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("did not end within " + limit + ": " + state);
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** Ends it and what it has started. */
    static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** The processes with this in their command line. */
    public static List<Long> mentioning(String text) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> commandLine(path).contains(text))
                    .map(path -> Long.parseLong(path.getFileName().toString()))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
