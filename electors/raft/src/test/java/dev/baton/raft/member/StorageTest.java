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
import java.util.UUID;
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
            MemberFolder.tear(MemberFolder.openSegment(lab.folder(torn)), 0);
            lab.start(torn);
            lab.awaitRecords(torn, List.of("one", "two"));

            lab.stop(damaged);
            damage(MemberFolder.openSegment(lab.folder(damaged)));
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
            MemberFolder.tear(MemberFolder.openSegment(lab.folder(torn)), 1000);
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
            Path file = MemberFolder.openSegment(lab.folder(shortened));
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

    /** Of a snapshot of its own that was being written, and of one of the leader's that was being taken. */
    @Test
    void whatIsLeftOfASnapshotThatWasNotFinishedDoesNoHarm(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withSnapshotEvery(20)).startAll()) {
            String node = withOneRecord(lab);
            lab.stop(node);
            Path group = MemberFolder.openSegment(lab.folder(node)).getParent().resolveSibling("");
            Path taken = Files.createDirectories(group.resolve("tmp").resolve("snapshot-half"));
            Files.writeString(taken.resolve("snapshot.1_9"), "half of it");
            Files.writeString(group.resolve("tmp").resolve("taking.snapshot"), "half of it");
            Path unnamed = Files.createDirectories(group.resolve("sm")).resolve("snapshot.1_9.md5.tmp");
            Files.writeString(unnamed, "half of it");

            lab.start(node);

            lab.awaitRecords(node, List.of("one"));
            lab.add(node, "two");
            lab.awaitRecords(node, List.of("one", "two"));
            assertThat(lab.member(node).takeSnapshot()).isPositive();
            lab.stop(node);
            lab.start(node);
            lab.awaitRecords(node, List.of("one", "two"));
            assertThat(lab.faults()).isEmpty();
        }
    }

    @Test
    void aFolderMayBeASymbolicLink(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder)) {
            Path disk = Files.createDirectories(folder.resolve("disk"));
            Files.createSymbolicLink(lab.folder("node1"), disk);
            lab.startAll();
            String leader = lab.awaitLeader();
            lab.add(leader, "one");
            lab.awaitRecords("node1", List.of("one"));
            assertThat(disk.resolve("member")).exists();

            lab.stop("node1");
            // The same folder by another way is the same member.
            Files.delete(lab.folder("node1"));
            Files.move(disk, lab.folder("node1"));
            lab.start("node1");
            lab.awaitRecords("node1", List.of("one"));
            assertThat(lab.roles()).hasSize(3);

            // A link to nowhere: a disk that is not there.
            lab.stop("node1");
            Files.move(lab.folder("node1"), disk);
            Files.createSymbolicLink(lab.folder("node1"), folder.resolve("missing"));
            assertThatThrownBy(() -> lab.start("node1"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(lab.folder("node1").toString())
                    .hasMessageContaining("FileAlreadyExists");
        }
    }

    /** The member had noted its group, and had no log of it yet. */
    @Test
    void aMemberThatWasKilledWhileItsGroupWasFormedStartsAgain(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder)) {
            MemberAddress self = lab.addresses().get(0);
            MemberSettings settings = MemberSettings.bootstrap(self, lab.folder("node1"), lab.addresses());
            String id;
            try (MemberIdentity killed = new MemberIdentity(settings)) {
                UUID cluster = UUID.randomUUID();
                killed.found(new MemberIdentity.Founding(cluster, List.of(killed.peer())));
                Files.createDirectories(RatisSettings.storage(settings)
                        .resolve(cluster.toString())
                        .resolve("current"));
                id = killed.member();
            }

            lab.startAll();
            lab.add(lab.awaitLeader(), "one");

            lab.awaitRecords("node1", List.of("one"));
            assertThat(lab.member("node1").members()).anyMatch(it -> it.id().equals(id));
            lab.stop("node1");
            lab.start("node1");
            lab.awaitRecords("node1", List.of("one"));
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

    /** As a disk that loses bits. */
    private static void damage(Path file) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
            long middle = HEADER_BYTES + (MemberFolder.end(log) - HEADER_BYTES) / 2;
            log.seek(middle);
            int value = log.read();
            log.seek(middle);
            log.write(value ^ 0x55);
        }
    }
}
