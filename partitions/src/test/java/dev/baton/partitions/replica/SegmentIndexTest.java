// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.FileRecords.TimestampAndOffset;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A segment that is opened again, with the index that was kept of it, a wrong one, and none. */
class SegmentIndexTest {
    private static final int BATCHES = 200;

    @TempDir
    private Path folder;

    private Segment.Mark end = new Segment.Mark(0, 0, -1);

    /** Batch n has offset n and timestamp 10 n. */
    private Path written(int batches, String text) throws IOException {
        Segment segment = Segment.create(folder, 0);
        for (int i = 0; i < batches; i++) {
            MemoryRecords records = Batches.at(10L * i, text);
            BatchCheck.number(records, i, 1);
            segment.append(records.buffer(), i + 1, 10L * i);
        }
        segment.commit(segment.bytes());
        segment.force();
        segment.keepIndex(true);
        end = segment.mark();
        segment.close();
        return segment.path();
    }

    private void findsAll() throws IOException {
        Segment segment = Segment.open(folder, 0, end);
        int size = end.bytes() / BATCHES;
        for (int i = 0; i < BATCHES; i++) {
            assertThat(segment.position(i, end.bytes())).isEqualTo(i * size);
            assertThat(segment.search(10L * i - 3, 0).map(found -> found.offset))
                    .contains((long) i);
            assertThat(segment.slice(i * size, 3 * size).sizeInBytes()).isEqualTo(Math.min(3, BATCHES - i) * size);
        }
        assertThat(segment.search(10L * BATCHES, 0)).isEmpty();
        segment.close();
    }

    @Test
    void everythingIsFoundWithTheIndexWithoutItAndWithOneThatIsDamagedOrOfSomethingElse() throws IOException {
        Path index = Segment.indexFile(written(BATCHES, "x".repeat(300)));
        byte[] kept = Files.readAllBytes(index);
        findsAll();

        for (int at : new int[] {0, 5, 13, 17, kept.length / 2, kept.length - 1}) {
            byte[] damaged = kept.clone();
            damaged[at] ^= 8;
            Files.write(index, damaged);
            findsAll();
        }
        Files.write(index, new byte[0]);
        findsAll();
        SegmentIndex wrong = new SegmentIndex();
        for (int i = 0; i < 10; i++) {
            wrong.add(i, 5_000 * i + 1, 5_000, 10L * i);
        }
        wrong.write(index, 0, end.bytes());
        findsAll();
        wrong.write(index, 77, end.bytes());
        findsAll();
        Files.delete(index);
        findsAll();
    }

    @Test
    void whatIsBeforeIsNotLookedAtWhenTheIndexWasKept() throws IOException {
        Path file = written(BATCHES, "x".repeat(300));
        // Whoever reads on from here finds no end.
        try (FileChannel damaged = FileChannel.open(file, StandardOpenOption.WRITE)) {
            damaged.write(ByteBuffer.allocate(64), 0);
        }

        Segment segment = Segment.open(folder, 0, end);

        assertThat(segment.position(BATCHES - 1, end.bytes())).isEqualTo(end.bytes() - end.bytes() / BATCHES);
        assertThat(segment.search(10L * BATCHES - 10, 0).map(found -> found.offset))
                .contains((long) BATCHES - 1);
        segment.close();
    }

    @Test
    void whatTheLogNamesIsIndexedAtTheStartAndNotLookedAtByTheFirstReader(@TempDir Path elsewhere) throws IOException {
        try (LoggedGroup group = new LoggedGroup(elsewhere, 1 << 20)) {
            group.data.open(elsewhere);
            group.open(LoggedGroup.ONE);
            for (int i = 0; i < 100; i++) {
                group.append(List.of(LoggedGroup.ONE), List.of(2L * i), "r" + i);
                if (i == 20) {
                    group.applyAll();
                    group.snapshot();
                }
            }
            group.applyAll();

            group.restart();
            group.applyAll();
            Path file = group.replica(LoggedGroup.ONE)
                    .files()
                    .lastSegment()
                    .orElseThrow()
                    .path();
            try (FileChannel damaged = FileChannel.open(file, StandardOpenOption.WRITE)) {
                damaged.write(ByteBuffer.allocate(64), 0);
            }

            assertThat(Batches.read(group.replica(LoggedGroup.ONE), 198, 300)).containsExactly("198=r99", "199=r99'");
        }
    }

    @Test
    void theLatestTimestampIsFoundWithoutLookingAtWhatIsBefore() throws IOException {
        Path file = written(BATCHES, "x".repeat(300));
        try (FileChannel damaged = FileChannel.open(file, StandardOpenOption.WRITE)) {
            damaged.write(ByteBuffer.allocate(64), 0);
        }

        Segment segment = Segment.open(folder, 0, end);

        assertThat(segment.latestTimestamp().orElseThrow().offset()).isEqualTo(BATCHES - 1);
        segment.close();
    }

    @Test
    void whoAppendsDoesNotWaitForAReaderWhoLooksAtAllBatches() throws IOException {
        int size = Batches.at(1, "x").sizeInBytes();
        ByteBuffer many = ByteBuffer.allocate(10_000 * size);
        while (many.hasRemaining()) {
            many.put(Batches.at(1, "x").buffer());
        }
        many.flip();
        Segment all = Segment.create(folder, 0);
        for (int i = 1; i <= 24; i++) {
            all.append(many.duplicate(), 10_000L * i, 1);
        }
        all.commit(all.bytes());
        end = all.mark();
        all.close();

        eventually(
                "something is appended while a reader looks",
                Duration.ofSeconds(60),
                this::appendsWhileAReaderLooks,
                () -> end);
    }

    private boolean appendsWhileAReaderLooks() {
        try {
            Segment segment = Segment.open(folder, 0, end);
            Thread reader = new Thread(() -> {
                try {
                    segment.position(end.end(), end.bytes());
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
            reader.start();
            while (reader.isAlive() && !looks(reader)) {
                Thread.onSpinWait();
            }
            segment.append(Batches.at(2, "y").buffer(), end.end() + 1, 2);
            boolean meanwhile = looks(reader);
            reader.join();
            segment.cut(end);
            segment.close();
            return meanwhile;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static boolean looks(Thread reader) {
        return Stream.of(reader.getStackTrace())
                .anyMatch(it -> it.getClassName().equals(Segment.class.getName())
                        && it.getMethodName().equals("complete"));
    }

    @Test
    void anIndexIsAboutNoMoreThanIsKnownOfTheSegment() throws IOException {
        written(BATCHES, "x".repeat(300));
        int half = end.bytes() / 2;
        Segment segment = Segment.open(folder, 0, new Segment.Mark(half, BATCHES / 2, 10L * BATCHES / 2));

        segment.cut(new Segment.Mark(half, BATCHES / 2, 10L * BATCHES / 2));
        MemoryRecords other = Batches.at(9, "y".repeat(300));
        BatchCheck.number(other, BATCHES / 2, 2);
        segment.append(other.buffer(), BATCHES / 2 + 1, 9);
        segment.commit(segment.bytes());

        assertThat(segment.position(BATCHES / 2, segment.bytes())).isEqualTo(half);
        assertThat(segment.position(BATCHES / 2 + 1, segment.bytes())).isEqualTo(segment.bytes());
        segment.close();
    }

    @Test
    void anIndexGoesWithItsSegment(@TempDir Path elsewhere) throws IOException {
        try (LoggedGroup group = new LoggedGroup(elsewhere, 400)) {
            group.data.open(elsewhere);
            group.open(LoggedGroup.ONE);
            for (int i = 0; i < 10; i++) {
                group.append(List.of(LoggedGroup.ONE), List.of(2L * i), "r" + i);
            }
            group.applyAll();
            group.snapshot();
            group.data.flush().join();
            Path first = group.replica(LoggedGroup.ONE)
                    .files()
                    .segments()
                    .iterator()
                    .next()
                    .path();
            assertThat(Segment.indexFile(first)).exists();
            group.restart();
            assertThat(Segment.indexFile(first)).exists();
            assertThat(Batches.read(group.replica(LoggedGroup.ONE), 0, 300)).hasSize(20);

            group.add(EntryHeader.start(LoggedGroup.ONE, 12), new byte[0]);
            group.applyAll();
            group.data.flush().join();

            assertThat(first).doesNotExist();
            assertThat(Segment.indexFile(first)).doesNotExist();
        }
    }

    /** Figures for the docs: what the first read after a start costs. */
    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    void measuresTheFirstRead() throws IOException {
        int batches = 500_000;
        Path index = Segment.indexFile(written(batches, "x".repeat(930)));
        for (String round : new String[] {"with its index", "without"}) {
            long start = System.nanoTime();
            Segment segment = Segment.open(folder, 0, end);
            int position = segment.position(batches - 1, end.bytes());
            long read = System.nanoTime();
            Optional<TimestampAndOffset> found = segment.search(10L * batches - 10, 0);
            long searched = System.nanoTime();
            assertThat(position).isPositive();
            assertThat(found).isPresent();
            segment.close();
            System.out.printf(
                    "%d MB in %d batches, %s: first read %d ms, then by time %d ms%n",
                    end.bytes() >> 20, batches, round, (read - start) / 1_000_000, (searched - read) / 1_000_000);
            Files.deleteIfExists(index);
        }
    }
}
