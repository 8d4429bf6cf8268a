// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A file with a state of the controller: a header line with a digest of the rest, then the state. */
final class StateFileExport {
    static final int MAX_BYTES = 11 << 20;
    private static final String KIND = "baton controller state 1 ";

    private StateFileExport() {}

    /** Writes a new file. */
    static void write(Path file, byte[] state) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(head(state));
        whole.writeBytes(state);
        try {
            Files.write(file, whole.toByteArray(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException refused) {
            throw failed(file, "cannot be written: " + refused.getClass().getSimpleName());
        }
    }

    /** @throws CommandFailure if there is anything else in the file */
    static byte[] read(Path file) {
        byte[] whole;
        try (InputStream in = Files.newInputStream(file)) {
            whole = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException unreadable) {
            throw failed(file, "cannot be read: " + unreadable.getClass().getSimpleName());
        }
        if (whole.length > MAX_BYTES) {
            throw failed(file, "is too large");
        }
        byte[] kind = KIND.getBytes(StandardCharsets.US_ASCII);
        int head = head(new byte[0]).length;
        if (whole.length < head || !Arrays.equals(kind, Arrays.copyOf(whole, kind.length))) {
            throw failed(file, "is not a file that baton controller snapshot of this version has written");
        }
        byte[] state = Arrays.copyOfRange(whole, head, whole.length);
        if (!Arrays.equals(head(state), Arrays.copyOf(whole, head))) {
            throw failed(file, "is damaged, or not whole: its digest is another");
        }
        return state;
    }

    private static byte[] head(byte[] state) {
        try {
            String digest = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(state));
            return (KIND + digest + "\n").getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static CommandFailure failed(Path file, String why) {
        return new CommandFailure(ExitCode.FAILED, "FILE", file + " " + why);
    }
}
