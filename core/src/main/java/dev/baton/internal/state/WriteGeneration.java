// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The number of a state file's latest write, in a file of its own: restoring an earlier state file leaves this
 * one as it is. Every write makes that file anew, and the state file says which one belongs to it: if all files are
 * written over with earlier ones, it is another. Not in the lock file, whose last change is part of its {@link FileIdentity}.
 */
final class WriteGeneration {
    private final Path file;
    private final Path fresh;
    private final boolean tellsBirth;
    private long number;
    private String mark;

    /**
     * @param fresh a name beside it that nothing else uses
     * @param tellsBirth whether it is known when a file was made
     */
    WriteGeneration(Path file, Path fresh, boolean tellsBirth) throws IOException {
        this.file = file;
        this.fresh = fresh;
        this.tellsBirth = tellsBirth;
        this.number = read(file);
        this.mark = number == 0 ? "" : FileIdentity.mark(file, tellsBirth);
    }

    private static long read(Path file) throws IOException {
        try {
            String digits = Files.readString(file, StandardCharsets.US_ASCII).trim();
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

    /** Which file it is in, see {@link FileIdentity#mark}. */
    String mark() {
        return mark;
    }

    /**
     * Makes the file for the next number, which counts after {@link #set(long, String)}.
     *
     * @return its mark
     */
    String prepare(long next) throws IOException {
        Files.deleteIfExists(fresh);
        ByteBuffer digits = StandardCharsets.US_ASCII.encode(String.format("%019d\n", next));
        try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (digits.hasRemaining()) {
                out.write(digits);
            }
            out.force(true);
        }
        return FileIdentity.mark(fresh, tellsBirth);
    }

    /** Lets the prepared file count. If a power cut undoes this, the number is behind that of the state file. */
    void set(long next, String prepared) throws IOException {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        number = next;
        mark = prepared;
    }
}
