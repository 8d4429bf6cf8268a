// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A secret that is kept in a file, with or without a line end. */
public final class SecretFile {
    private static final int MAX_BYTES = 4_096;

    private SecretFile() {}

    public static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new CommandFailure(ExitCode.USAGE, "USAGE", file + " is too long for a secret");
            }
            return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\r?\\n\\z", "");
        } catch (NoSuchFileException missing) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "there is no file " + file);
        } catch (IOException unreadable) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "USAGE",
                    file + " cannot be read: " + unreadable.getClass().getSimpleName());
        }
    }
}
