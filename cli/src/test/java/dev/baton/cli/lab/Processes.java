// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
