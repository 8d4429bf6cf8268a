// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the files of {@link ProcessLock}s are called: after the process that holds the lock, and a random number that
 * makes the name unique for all time. The process is in the name because a process must never open a lock file of its
 * own a second time: closing it would release the lock.
 */
final class LockName {
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final int RANDOM_BYTES = 16;
    private static final String PREFIX = "baton-peer-";
    private static final String SUFFIX = ".lock";
    private static final String SOCKET_PREFIX = "baton-";
    private static final Pattern SOCKET = Pattern.compile(SOCKET_PREFIX + "[0-9a-f]{" + 2 * RANDOM_BYTES + "}");
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,20})\\]");
    private static final Pattern NAME =
            Pattern.compile(PREFIX + "(\\d{1,20})-(\\d{1,18})-[0-9a-f]{" + 2 * RANDOM_BYTES + "}\\" + SUFFIX);

    private LockName() {}

    static boolean isOne(String name) {
        return NAME.matcher(name).matches();
    }

    /** The name of the socket beside a lock; short, because the whole path of a socket must be. */
    static String socket(String name) {
        int end = name.length() - SUFFIX.length();
        return SOCKET_PREFIX + name.substring(end - 2 * RANDOM_BYTES, end);
    }

    static boolean isSocket(String name) {
        return SOCKET.matcher(name).matches();
    }

    /** Whether the lock is known to be held by another process than this one, so that its file may be opened. */
    static boolean isOfAnotherProcess(String name) {
        return ofThisProcess().map(own -> !name.startsWith(own)).orElse(false);
    }

    /** Whether the process is known to have ended. Those of other containers cannot be seen. */
    static boolean isOfDeadProcess(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                && namespace().filter(parts.group(1)::equals).isPresent()
                && ProcessHandle.of(Long.parseLong(parts.group(2))).isEmpty();
    }

    /** A name that no lock has had; empty where it cannot be said which process this is. */
    static Optional<String> choose() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return ofThisProcess().map(own -> own + HexFormat.of().formatHex(random) + SUFFIX);
    }

    /** What all names of this process start with. Process numbers repeat from one container to the next. */
    private static Optional<String> ofThisProcess() {
        return namespace()
                .map(own -> PREFIX + own + "-" + ProcessHandle.current().pid() + "-");
    }

    private static Optional<String> namespace() {
        try {
            Matcher namespace =
                    NAMESPACE.matcher(Files.readSymbolicLink(PID_NAMESPACE).toString());
            return namespace.matches() ? Optional.of(namespace.group(1)) : Optional.empty();
        } catch (IOException | UnsupportedOperationException | SecurityException hidden) {
            return Optional.empty();
        }
    }
}
