// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

    /** Waits for its end and returns its exit code; {@code state} is shown if it does not come. */
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

    /** Whether there is no such program on the PATH. */
    public static boolean isMissing(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, program)));
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

    /** Sends a signal to all of these at once. */
    public static void signal(String name, List<Long> pids) {
        List<String> kill = new ArrayList<>(List.of("kill", "-" + name));
        pids.forEach(pid -> kill.add(Long.toString(pid)));
        run(kill.toArray(String[]::new));
    }

    /** Runs a program that says by its exit code whether it worked. */
    static void run(String... command) {
        try {
            int status = new ProcessBuilder(command).start().waitFor();
            if (status != 0) {
                throw new IllegalStateException(List.of(command) + " ended with " + status);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** The descendants of a process that have this as one of their arguments. */
    public static List<Long> below(long pid, String argument) {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)
                .filter(child -> List.of(commandLine(Path.of("/proc/" + child)).split("\0"))
                        .contains(argument))
                .toList();
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
