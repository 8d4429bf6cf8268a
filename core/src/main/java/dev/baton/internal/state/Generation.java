// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The number of a state file's latest write, in a file of its own: restoring an earlier state file leaves this
 * one as it is. Not in the lock file, whose last change is part of its {@link Place}.
 */
final class Generation {
    private final Path file;
    private long number;

    Generation(Path file) throws IOException {
        this.file = file;
        this.number = read(file);
    }

    private static long read(Path file) throws IOException {
        try {
            String digits = Files.readString(file, StandardCharsets.US_ASCII).trim();
            // Empty after a first write that a full disk or a power cut ended; later ones overwrite in place.
            return digits.isEmpty() ? 0 : Long.parseLong(digits);
        } catch (NoSuchFileException first) {
            return 0;
        } catch (NumberFormatException malformed) {
            throw new IOException(file + " is damaged: it is not a number", malformed);
        }
    }

    /** Zero if nothing was ever written. */
    long number() {
        return number;
    }

    /** Made to last before this returns. */
    void set(long next) throws IOException {
        // Always as long, so that it is overwritten in place, within one sector of a disk.
        ByteBuffer digits = StandardCharsets.US_ASCII.encode(String.format("%019d\n", next));
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (digits.hasRemaining()) {
                out.write(digits);
            }
            out.force(true);
        }
        number = next;
    }
}
