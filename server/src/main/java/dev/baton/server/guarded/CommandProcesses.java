// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processes of a command: its guardian, the command itself, and what it started without leaving the guardian's
 * session. Inspects and signals them without starting a process.
 *
 * @param session the number of the session, which is the guardian's process number
 */
public record CommandProcesses(long session) {
    private static final Path PROCESSES = Path.of("/proc");

    /** @param state as in proc(5): Z has ended, T is stopped */
    record Stat(char state, long session) {
        boolean isRunning() {
            return state != 'Z' && state != 'X';
        }

        boolean isStopped() {
            return state == 'T';
        }
    }

    /** Whether one of them still runs. Zombies do not count. */
    public boolean isAlive() {
        return !members().isEmpty();
    }

    /** Whether the guardian was stopped, so that it keeps no time. */
    boolean isGuardianStopped() {
        return stat(session).filter(Stat::isStopped).isPresent();
    }

    /** Sends KILL to all of them. Returns those that this user cannot signal. */
    public List<Long> kill() {
        return members().stream().filter(member -> !kill(member)).toList();
    }

    private static boolean kill(long process) {
        Optional<ProcessHandle> found = ProcessHandle.of(process);
        return found.isEmpty()
                || found.get().destroyForcibly()
                || stat(process).filter(Stat::isRunning).isEmpty();
    }

    public List<Long> members() {
        List<Long> members = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                long number = Long.parseLong(process.getFileName().toString());
                stat(number)
                        .filter(it -> it.session() == session && it.isRunning())
                        .ifPresent(it -> members.add(number));
            }
            return members;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Optional<Stat> stat(long process) {
        return stat(PROCESSES.resolve(process + "/stat"));
    }

    /** Reads a state; empty if the process has ended, or belongs to another user and is hidden. */
    static Optional<Stat> stat(Path file) {
        try {
            // 1234 (any name) S 1 1234 1234 …: state, parent, group, session.
            String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new Stat(fields[0].charAt(0), Long.parseLong(fields[3])));
        } catch (IOException unreadable) {
            // At the limit of open files this does not prove that it has ended. This check opens no file.
            if (Files.isReadable(file)) {
                throw new UncheckedIOException(unreadable);
            }
            return Optional.empty();
        }
    }
}
