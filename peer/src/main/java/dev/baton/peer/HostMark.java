// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.state.BootId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Which running kernel and which of its network namespaces a process is in, hashed. Two processes with the same mark
 * share one set of ports: they cannot both listen on one address.
 */
record HostMark(String hex) {
    static final int BYTES = 16;

    private static final Path NAMESPACE = Path.of("/proc/self/ns/net");

    static HostMark of(byte[] bytes) {
        return new HostMark(HexFormat.of().formatHex(bytes));
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** Empty where there is no {@code /proc} to ask: not Linux, or hidden. Then nothing is taken for the same host. */
    static Optional<HostMark> ofThisHost() {
        String boot = BootId.current();
        if (boot.isEmpty()) {
            return Optional.empty();
        }
        try {
            String where = boot + " " + Files.readSymbolicLink(NAMESPACE);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(where.getBytes(StandardCharsets.UTF_8));
            return Optional.of(of(Arrays.copyOf(hash, BYTES)));
        } catch (IOException | UnsupportedOperationException | SecurityException unknown) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
