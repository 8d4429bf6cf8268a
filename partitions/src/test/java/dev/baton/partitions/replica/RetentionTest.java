// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.raft.group.DataGroupLeadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is too old or too much is deleted from the disk: real files, with a clock that the test moves. */
class RetentionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long RECORDS_FROM = 1_000;

    @TempDir
    private Path folder;

    private LoggedGroup group;
    private long now = RECORDS_FROM;
    private @Nullable LogSettings settings = LogSettings.DEFAULT;

    /** Decides at once. */
    private final class Lead implements DataGroupLeadership {
        @Override
        public long term() {
            return 1;
        }

        @Override
        public CompletableFuture<Void> propose(byte[] header, byte[] data) {
            group.add(EntryHeader.read(header), data);
            group.applyAll();
            return CompletableFuture.completedFuture(null);
        }
    }

    @BeforeEach
    void open() throws IOException {
        group = new LoggedGroup(folder, 400);
        group.data.open(folder);
        group.open(LoggedGroup.ONE);
        for (int i = 0; i < 20; i++) {
            group.append(List.of(LoggedGroup.ONE), List.of(2L * i), "r" + i);
        }
        group.applyAll();
        group.data.leads(new Lead());
    }

    @AfterEach
    void close() {
        group.close();
    }

    private PartitionReplica one() {
        return group.replica(LoggedGroup.ONE);
    }

    private void look() {
        new Retention(() -> List.of(group.data), key -> Optional.ofNullable(settings), () -> now).look();
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(group.folder(LoggedGroup.ONE))) {
            return all.filter(Segment::isOne).sorted().toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private void keeps(long millis, long bytes) {
        settings = new LogSettings(millis, bytes, 400, 1 << 20, false);
    }

    @Test
    void recordsThatAreTooOldAreDeletedWithTheirFilesAndNotAMomentBefore() {
        List<Path> before = files();
        assertThat(before).hasSizeGreaterThan(2);
        keeps(60_000, -1);
        now = RECORDS_FROM + 60_000;

        look();
        assertThat(one().startOffset()).isZero();
        assertThat(files()).isEqualTo(before);

        now++;
        look();
        assertThat(one().startOffset()).isEqualTo(40);
        eventually("the files are gone", PATIENCE, () -> files().isEmpty(), this::files);
        assertThat(one().highWatermark()).isEqualTo(40);
    }

    @Test
    void whatIsTooMuchIsDeletedTheOldestFilesFirst() throws IOException {
        List<Path> before = files();
        long lastTwo = Files.size(before.get(before.size() - 1)) + Files.size(before.get(before.size() - 2));
        keeps(-1, lastTwo);

        look();

        List<Path> kept = before.subList(before.size() - 2, before.size());
        eventually("only the last two files are left", PATIENCE, () -> files().equals(kept), this::files);
        assertThat(one().startOffset()).isEqualTo(Segment.base(kept.get(0)));
        assertThat(Batches.read(one(), one().startOffset(), 100)).last().isEqualTo("39=r19'");
    }

    @Test
    void whoReadsWhatWasDeletedGetsTheProtocolsErrorAndWhoReadsTheRestGetsIt() {
        keeps(-1, 1);
        look();
        long start = one().startOffset();
        assertThat(start).isPositive();

        Throwable refused = catchThrowable(() -> one().read(start - 1, 100));

        assertThat(Errors.forException(refused)).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
        assertThat(Batches.read(one(), start, 100)).hasSize((int) (40 - start));
        assertThat(one().offsetFor(0).orElseThrow().offset()).isEqualTo(start);
    }

    @Test
    void whatIsDeletedStaysDeletedAfterARestart() throws IOException {
        keeps(-1, 1);
        look();
        long start = one().startOffset();
        group.snapshot();

        assertThat(group.restart()).isEmpty();

        assertThat(one().startOffset()).isEqualTo(start);
        assertThat(files().get(0)).isEqualTo(Segment.file(group.folder(LoggedGroup.ONE), start));
    }

    @Test
    void whoDoesNotLeadDeletesNothing() {
        group.data.leadsNoMore();
        keeps(1, 1);
        now = Long.MAX_VALUE / 2;

        look();

        assertThat(one().startOffset()).isZero();
        assertThat(files()).hasSizeGreaterThan(2);
    }

    @Test
    void aTopicWhoseSettingsAreNotKnownLosesNothing() {
        settings = null;
        now = Long.MAX_VALUE / 2;

        look();

        assertThat(one().startOffset()).isZero();
    }

    @Test
    void aTopicThatKeepsEverythingLosesNothing() {
        keeps(-1, -1);
        now = Long.MAX_VALUE / 2;

        look();

        assertThat(one().startOffset()).isZero();
    }
}
