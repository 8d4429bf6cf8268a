// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a member makes of a log that is not as it left it. */
class StorageTest {
    private static final int HEADER_BYTES = 8;

    @Test
    void aRecordThatWasNotWrittenToItsEndIsDroppedAndADamagedOneIsRefused(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String leader = lab.awaitLeader();
            lab.add(leader, "one");
            lab.add(leader, "two");
            List<String> followers =
                    lab.running().stream().filter(node -> !node.equals(leader)).toList();
            String torn = followers.get(0);
            String damaged = followers.get(1);
            lab.awaitRecords(torn, List.of("one", "two"));
            lab.awaitRecords(damaged, List.of("one", "two"));

            lab.stop(torn);
            tear(openSegment(lab.folder(torn)));
            lab.start(torn);
            lab.awaitRecords(torn, List.of("one", "two"));

            lab.stop(damaged);
            damage(openSegment(lab.folder(damaged)));
            assertThatThrownBy(() -> lab.start(damaged))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(damaged)
                    .hasMessageContaining("its log is damaged")
                    .hasMessageContaining("mv " + lab.folder(damaged));
            assertThat(lab.add(torn, "three")).isEqualTo("3");
        }
    }

    @Test
    void aRecordThatWasNotWrittenToItsEndIsDroppedAlsoInsideOfReservedSpace(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String torn = withOneRecord(lab);

            lab.stop(torn);
            Path file = openSegment(lab.folder(torn));
            try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
                log.seek(end(log));
                log.write(new byte[] {100, 8, 1, 16, 4});
                log.setLength(log.length() + 1000);
            }
            lab.start(torn);

            lab.awaitRecords(torn, List.of("one"));
            lab.add(torn, "two");
            lab.awaitRecords(torn, List.of("one", "two"));
            assertThat(lab.faults()).isEmpty();
        }
    }

    @Test
    void aMemberThatLostARecordGetsItAgainAlsoIfNothingIsWritten(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String shortened = withOneRecord(lab);

            lab.stop(shortened);
            Path file = openSegment(lab.folder(shortened));
            byte[] bytes = Files.readAllBytes(file);
            int whole = TornLogTail.endOf(bytes).whole();
            int last = TornLogTail.endOf(Arrays.copyOf(bytes, whole - 1)).whole();
            Files.write(file, Arrays.copyOf(bytes, last));
            lab.start(shortened);

            eventually(
                    "it has the record",
                    Duration.ofSeconds(30),
                    () -> lab.part(shortened).records().equals(List.of("one")),
                    () -> lab.part(shortened).records());
            assertThat(lab.faults()).isEmpty();
        }
    }

    /** @return a follower that has the record */
    private static String withOneRecord(MemberLab lab) {
        String leader = lab.awaitLeader();
        lab.add(leader, "one");
        String follower = lab.running().stream()
                .filter(node -> !node.equals(leader))
                .findFirst()
                .orElseThrow();
        lab.awaitRecords(follower, List.of("one"));
        return follower;
    }

    private static Path openSegment(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    /** As a power cut leaves it in the middle of a write: a record that says that it is longer than it is. */
    private static void tear(Path file) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            log.seek(end(log));
            log.write(new byte[] {100, 8, 1, 16, 4});
            log.setLength(log.getFilePointer());
        }
    }

    /** As a disk that loses bits. */
    private static void damage(Path file) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            long middle = HEADER_BYTES + (end(log) - HEADER_BYTES) / 2;
            log.seek(middle);
            int value = log.read();
            log.seek(middle);
            log.write(value ^ 0x55);
        }
    }

    /** Where what was written ends; behind it there are zeros. */
    private static long end(RandomAccessFile log) throws IOException {
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
}
