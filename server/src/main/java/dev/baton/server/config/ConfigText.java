// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/**
 * A file as it was read.
 *
 * @param name for messages: the last part of its path
 * @param othersMayRead whether any user of the machine can read it
 */
public record ConfigText(String name, String text, boolean othersMayRead) {
    private static final int MAX_BYTES = 256 * 1024;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Creates a text that is not from a file. */
    public static ConfigText of(String name, String text) {
        return new ConfigText(name, text, false);
    }

    /** Reads a file, and adds its problems. */
    public static Optional<ConfigText> read(Path file, Problems problems) {
        String name = String.valueOf(file.getFileName());
        if (!Files.exists(file)) {
            problems.add(file.toString(), "there is no such file");
        } else if (!Files.isRegularFile(file)) {
            problems.add(file.toString(), "is not a file");
        } else {
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length <= MAX_BYTES) {
                    return Optional.of(new ConfigText(name, decode(bytes), othersMayRead(file)));
                }
                problems.add(file.toString(), "is larger than " + MAX_BYTES / 1024 + " KiB");
            } catch (CharacterCodingException broken) {
                problems.add(file.toString(), "is not UTF-8");
            } catch (IOException unreadable) {
                problems.add(file.toString(), "cannot be read");
            }
        }
        return Optional.empty();
    }

    /** Warns if every user can read a file that has a secret. */
    public void warnOfSecrets(EffectiveConfig values, Problems problems) {
        if (othersMayRead && values.hasSecretFrom(name)) {
            problems.warn(name, "has a secret in it and can be read by every user of this machine: chmod 600 it");
        }
    }

    private static String decode(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    static boolean othersMayRead(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("posix")
                && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    }
}
