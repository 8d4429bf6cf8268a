// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What a test does with the folder of a member. */
final class MemberFolder {
    private MemberFolder() {}

    /** Whether the log still has the file that it began with. */
    static boolean hasFirstSegment(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("log_0-"));
        } catch (IOException | UncheckedIOException moving) {
            return true;
        }
    }

    /** The file of the log that is being written. */
    static Path openSegment(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    /**
     * As a power cut leaves it in the middle of a write: a record that says that it is longer than it is.
     *
     * @param reserved so many bytes of the file are behind it, and were not written
     */
    static void tear(Path segment, int reserved) throws IOException {
        // Not behind the last byte that is not zero: the checksum of the last record may end with zeros.
        int whole = TornLogTail.endOf(Files.readAllBytes(segment)).whole();
        try (RandomAccessFile log = new RandomAccessFile(segment.toFile(), "rw")) {
            log.seek(whole);
            log.write(new byte[] {100, 8, 1, 16, 4});
            log.setLength(log.getFilePointer() + reserved);
        }
    }

    /** Where what was written ends; behind it there are zeros. */
    static long end(RandomAccessFile log) throws IOException {
        long end = log.length();
        while (end > 0) {
            log.seek(end - 1);
            if (log.read() != 0) {
                return end;
            }
            end--;
        }
        return end;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
