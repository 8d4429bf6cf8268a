// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which processes a user may signal: those that it started and that still belong to it, as in kill(2); root may signal
 * all.
 *
 * @param user the user's number
 */
public record SignalRights(int user) {
    private static final int ROOT = 0;
    private static final int SET_USER_ID = 04000;

    public static SignalRights ofThisProcess() throws IOException {
        return new SignalRights((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    /** Whether a program becomes another user's process when it is started, as sudo does. */
    boolean loses(int mode, int owner) {
        return user != ROOT && (mode & SET_USER_ID) != 0 && owner != user;
    }

    /** The same for a command as typed; false if it is not found. */
    public boolean loses(String command, String searchPath) {
        return find(command, searchPath)
                .filter(program -> {
                    try {
                        return loses((Integer) Files.getAttribute(program, "unix:mode"), (Integer)
                                Files.getAttribute(program, "unix:uid"));
                    } catch (IOException unreadable) {
                        return false;
                    }
                })
                .isPresent();
    }

    private static Optional<Path> find(String command, String searchPath) {
        Stream<Path> places = command.contains("/")
                ? Stream.of(Path.of(command))
                : Arrays.stream(searchPath.split(":")).map(folder -> Path.of(folder, command));
        return places.filter(Files::isExecutable).findFirst();
    }

    /** Whether a process can be ended; true if it has ended. */
    public boolean reach(long process) {
        try {
            return user == ROOT
                    || Files.readString(Path.of("/proc/" + process + "/status"), StandardCharsets.ISO_8859_1)
                            .lines()
                            .filter(line -> line.startsWith("Uid:"))
                            .allMatch(this::reachUser);
        } catch (IOException ended) {
            return true;
        }
    }

    /** @param line the label Uid: and the real, effective, saved and file system user */
    boolean reachUser(String line) {
        String[] fields = line.split("\\s+");
        String self = Integer.toString(user);
        return user == ROOT || fields[1].equals(self) || fields[3].equals(self);
    }
}
