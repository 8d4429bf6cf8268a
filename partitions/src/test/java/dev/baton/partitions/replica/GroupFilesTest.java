// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.partitions.TimestampedOffset;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single histories of a group's files. */
class GroupFilesTest {
    @TempDir
    private Path folder;

    private LoggedGroup group;

    @BeforeEach
    void open() throws IOException {
        group = new LoggedGroup(folder, 400);
        group.data.open(folder);
        group.open(LoggedGroup.ONE);
        for (int i = 0; i < 10; i++) {
            group.append(List.of(LoggedGroup.ONE), List.of(2L * i), "r" + i);
        }
        group.applyAll();
    }

    @AfterEach
    void close() {
        group.close();
    }

    private PartitionReplica one() {
        return group.replica(LoggedGroup.ONE);
    }

    @Test
    void offsetsOutsideAreRefused() {
        assertThatThrownBy(() -> one().read(21, 100)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> one().read(-1, 100)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(one().read(20, 100).records().sizeInBytes()).isZero();
    }

    @Test
    void timestampsAndEpochsAreFound() {
        group.term = 4;
        group.append(List.of(LoggedGroup.ONE), List.of(20L), "later");
        group.applyAll();

        assertThat(one().offsetFor(500)).contains(new TimestampedOffset(0, 1_000, Epoch.of(1)));
        assertThat(one().offsetFor(1_001)).isEmpty();
        assertThat(one().latestTimestamp().orElseThrow().timestamp()).isEqualTo(1_000);
        assertThat(one().endOffsetFor(Epoch.of(2)).orElseThrow().endOffset()).isEqualTo(20);
        assertThat(one().endOffsetFor(Epoch.of(4)).orElseThrow().endOffset()).isEqualTo(22);
        assertThat(one().endOffsetFor(Epoch.of(0))).isEmpty();
    }

    @Test
    void aFileThatASnapshotNamesAndThatIsGoneIsRefused() throws IOException {
        group.snapshot();
        Path last = one().files().lastSegment().orElseThrow().path();
        Files.delete(last);

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(last.toString());
    }

    @Test
    void aFirstFileThatIsGoneIsRefusedUnlessTheLogHasDeletedIt() throws IOException {
        group.snapshot();
        List<Path> files = one().files().segments().stream().map(Segment::path).toList();
        long second = Segment.base(files.get(1));
        Files.delete(files.get(0));

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("before offset " + second + " are missing");

        group.log.add(new LoggedGroup.Entry(
                new Point(1, group.log.size()), EntryHeader.start(LoggedGroup.ONE, second), new byte[0]));
        assertThat(group.restart()).isEmpty();
        assertThat(one().startOffset()).isEqualTo(second);
    }

    /** One bit in the middle: what is behind it was acknowledged, too. */
    private Path damage() throws IOException {
        group.snapshot();
        for (int i = 10; i < 14; i++) {
            group.append(List.of(LoggedGroup.ONE), List.of(2L * i), "r" + i);
        }
        group.applyAll();
        Path file = one().files().lastSegment().orElseThrow().path();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 100] ^= 4;
        Files.write(file, bytes);
        return file;
    }

    @Test
    void damageIsRefusedIfTheMachineHasBeenUpSinceTheRecordsWereWritten() throws IOException {
        group.restart();
        Path file = damage();

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is damaged at byte ");
    }

    @Test
    void recordsWithAWrongChecksumWereNeverWrittenIfTheMachineWasRestartedSince() throws IOException {
        group.restart();
        damage();
        group.machineWasRestarted();

        assertThat(group.restart()).isPresent();
    }

    @Test
    void otherRecordsInTheirPlaceAreNoDamage() throws IOException {
        group.restart();
        LoggedGroup.Entry old = group.append(List.of(LoggedGroup.ONE), List.of(20L), "of a leader that was replaced");
        group.data.flush().join();
        group.log.remove(old);
        group.term++;
        // It is in the log, and its data had not been written when the process was killed.
        group.log.add(group.prepare(List.of(LoggedGroup.ONE), List.of(20L), "next"));

        assertThat(group.restart()).contains((long) group.log.size());
    }

    @Test
    void aDamagedManifestIsRefused() throws IOException {
        group.snapshot();
        Path manifest = Manifest.latest(folder).orElseThrow();
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[10] ^= 1;
        Files.write(manifest, bytes);

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void aManifestOfALaterVersionIsRefusedWithBothVersions() throws IOException {
        group.snapshot();
        Path manifest = Manifest.latest(folder).orElseThrow();
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[0] = 9;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - Long.BYTES);
        ByteBuffer.wrap(bytes).putLong(bytes.length - Long.BYTES, checksum.getValue());
        Files.write(manifest, bytes);

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(manifest + " has version 9, and this node reads 1");
    }

    @Test
    void theFolderOfAPartitionMayBeALinkToAnotherDisk(@TempDir Path otherDisk) throws IOException {
        group.snapshot();
        Path moved = otherDisk.resolve("moved");
        Files.move(group.folder(LoggedGroup.ONE), moved);
        Files.createSymbolicLink(group.folder(LoggedGroup.ONE), moved);

        assertThat(group.restart()).isEmpty();
        group.append(List.of(LoggedGroup.ONE), List.of(20L), "more");
        group.applyAll();

        assertThat(Batches.read(one(), 0, 100)).hasSize(22);
        assertThat(group.folder(LoggedGroup.ONE)).isSymbolicLink();
    }

    @Test
    void aManifestThatWasNotFinishedCountsForNothing() throws IOException {
        group.snapshot();
        Files.write(folder.resolve("taking"), new byte[] {1});

        assertThat(group.restart()).isEmpty();
        assertThat(one().highWatermark()).isEqualTo(20);
    }

    @Test
    void aNewMemberUsesTheFilesOfTheLeaderAlsoIfTheyGrewMeanwhile() throws IOException {
        group.snapshot();
        group.append(List.of(LoggedGroup.ONE), List.of(20L), "more");
        List<Path> files = group.data.files(group.log.get(10).at());

        group.data.reopen();

        assertThat(files).hasSizeGreaterThan(1);
        assertThat(one().highWatermark()).isEqualTo(20);
        assertThat(Batches.read(one(), 0, 100)).hasSize(20);
    }

    @Test
    void theFilesOfASnapshotAreThoseOfThatOneAndNotOfALaterOne() throws IOException {
        group.snapshot();
        Point first = group.log.get(10).at();
        Path manifest = Manifest.latest(folder).orElseThrow();
        appendAndSnapshot(20);

        assertThat(group.data.files(first))
                .contains(manifest)
                .doesNotContain(Manifest.latest(folder).orElseThrow());

        appendAndSnapshot(22);
        assertThatThrownBy(() -> group.data.files(first)).isInstanceOf(IOException.class);
    }

    private void appendAndSnapshot(long offset) throws IOException {
        group.append(List.of(LoggedGroup.ONE), List.of(offset), "more");
        group.applyAll();
        group.snapshot();
    }

    @Test
    void whatComesWhileTheLeadersFilesArePutInPlaceIsWrittenToThose() throws IOException {
        group.snapshot();
        LoggedGroup.Entry late = group.prepare(List.of(LoggedGroup.ONE), List.of(20L), "late");

        group.data.pause();
        CompletableFuture<Void> written =
                group.data.write(late.at(), late.header().bytes(), ByteBuffer.wrap(late.data()));
        CompletableFuture<Void> forced = group.data.flush();
        assertThat(written).isNotDone();
        group.data.pause();
        group.data.reopen();

        written.join();
        forced.join();
        group.data.apply(late.at(), late.header().bytes());
        assertThat(Batches.read(one(), 0, 100)).hasSize(22).last().isEqualTo("21=late'");
    }

    @Test
    void nothingIsWrittenIfTheLeadersFilesCannotBeUsed() throws IOException {
        LoggedGroup.Entry late = group.prepare(List.of(LoggedGroup.ONE), List.of(20L), "late");

        group.data.pause();
        CompletableFuture<Void> written =
                group.data.write(late.at(), late.header().bytes(), ByteBuffer.wrap(late.data()));

        assertThatThrownBy(() -> group.data.reopen()).isInstanceOf(IOException.class);
        assertThatThrownBy(written::join).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void aMemberThatGotFilesWithoutTheDeletedOnesStartsAgainWithThese() throws IOException {
        group.snapshot();
        List<Path> files = one().files().segments().stream().map(Segment::path).toList();
        Files.delete(files.get(0));

        group.data.reopen();

        assertThat(group.restart()).isEmpty();
        assertThat(one().startOffset()).isEqualTo(Segment.base(files.get(1)));
    }

    @Test
    void whatWasDeletedIsMarkedForAMemberThatIsBehindAndStartsLaterThere(@TempDir Path elsewhere) throws IOException {
        group.add(EntryHeader.start(LoggedGroup.ONE, 12), new byte[0]);
        group.applyAll();
        group.data.flush().join();
        group.data.truncate(group.log.size()).join();

        try (LoggedGroup behind = new LoggedGroup(elsewhere, 400)) {
            behind.data.open(elsewhere);
            for (LoggedGroup.Entry entry : group.log) {
                byte[] header = entry.header().bytes();
                byte[] data = new byte[0];
                if (entry.data().length > 0) {
                    ByteBuffer read = group.data.read(entry.at().index(), header);
                    data = new byte[read.remaining()];
                    read.duplicate().get(data);
                }
                behind.add(entry.header(), data);
            }
            behind.applyAll();

            PartitionReplica replica = behind.replica(LoggedGroup.ONE);
            assertThat(replica.startOffset()).isEqualTo(12);
            assertThat(replica.highWatermark()).isEqualTo(20);
            assertThat(Batches.read(replica, 12, 100)).isEqualTo(Batches.read(one(), 12, 100));
            Optional<Long> missing = behind.restart();
            assertThat(missing).isEmpty();
        }
    }

    @Test
    void aSnapshotOfALeaderThatCameOnlyInPartIsRefusedAndNothingIsWrittenBehindIt() throws IOException {
        group.snapshot();
        LoggedGroup.Entry late = group.prepare(List.of(LoggedGroup.ONE), List.of(20L), "late");
        Path last = one().files().lastSegment().orElseThrow().path();
        try (FileChannel file = FileChannel.open(last, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 1);
        }

        group.data.pause();
        CompletableFuture<Void> written =
                group.data.write(late.at(), late.header().bytes(), ByteBuffer.wrap(late.data()));

        assertThatThrownBy(() -> group.data.reopen())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(last + " is missing, or shorter");
        assertThatThrownBy(written::join).hasRootCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> group.data.flush().join()).hasRootCauseInstanceOf(IOException.class);
    }

    /** Nobody may make files in /sys, whoever they are. */
    @Test
    void aFolderOfAPartitionWhereNothingMayBeWrittenEndsTheGroupHere() throws IOException {
        group.open(LoggedGroup.TWO);
        Files.createSymbolicLink(group.folder(LoggedGroup.TWO), Path.of("/sys"));

        assertThatThrownBy(() -> group.append(List.of(LoggedGroup.TWO), List.of(0L), "a"))
                .hasRootCauseInstanceOf(IOException.class)
                .hasStackTraceContaining(group.folder(LoggedGroup.TWO).toString());
        assertThatThrownBy(() -> group.data.flush().join()).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void theFolderOfAPartitionThatIsOutOfReachAtAStartIsRefused() throws IOException {
        group.snapshot();
        Path folderOfOne = group.folder(LoggedGroup.ONE);
        Files.move(folderOfOne, folder.resolve("elsewhere"));
        Files.createSymbolicLink(folderOfOne, Path.of("/sys"));

        assertThatThrownBy(() -> group.restart())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("before offset 20 are missing, and were not deleted");
    }

    @Test
    void theFolderOfAPartitionLastsAlsoIfItsFirstRecordHasALaterOffset() {
        group.forced.clear();

        group.append(List.of(LoggedGroup.TWO), List.of(20L), "late");
        group.data.flush().join();

        assertThat(group.forced).containsExactlyInAnyOrder(group.folder(LoggedGroup.TWO), folder);
    }

    @Test
    void theFilesOfALeaderLastWithTheirFolders() throws IOException {
        group.snapshot();
        group.forced.clear();

        group.data.reopen();

        assertThat(group.forced).containsExactlyInAnyOrder(group.folder(LoggedGroup.ONE), folder);
    }

    @Test
    void afterAFailureOfTheDiskNothingIsForcedOrWrittenAnyMore() throws IOException {
        group.open(LoggedGroup.TWO);
        Files.writeString(group.folder(LoggedGroup.TWO), "in the way");

        assertThatThrownBy(() -> group.append(List.of(LoggedGroup.TWO), List.of(0L), "a"))
                .hasRootCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> group.data.flush().join()).hasRootCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> group.append(List.of(LoggedGroup.ONE), List.of(20L), "b"))
                .hasRootCauseInstanceOf(IOException.class);
    }
}
