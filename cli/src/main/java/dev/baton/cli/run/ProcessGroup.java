// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processes of a command: itself, and what it started without leaving the group. */
record ProcessGroup(long id) {
    private static final Path PROCESSES = Path.of("/proc");

    /** Sends a signal to all of them; that there are none is fine. */
    void signal(String name) {
        signal(name, -id);
    }

    /** Sends a signal as kill(2) does: to a process, or to a group if the number is negative. */
    static void signal(String name, long target) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", name, Long.toString(target))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.onExit().join();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Whether one of them still runs. What has ended and was not waited for does not count. */
    boolean isAlive() {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (isMember(process)) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean isMember(Path process) {
        try {
            // 1234 (any name) S 1 1234 …: state, parent, group.
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[2]) == id && !fields[0].equals("Z") && !fields[0].equals("X");
        } catch (IOException ended) {
            return false;
        }
    }
}
