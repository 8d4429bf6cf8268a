// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.partitions.PartitionKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a group against a slow and obvious twin: lists, made anew from the entries of the log. */
class GroupDataModelTest {
    private static final int STEPS = 250;
    private static final List<PartitionKey> KEYS = List.of(LoggedGroup.ONE, LoggedGroup.TWO);

    @TempDir
    private Path folder;

    private int flushed;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void readsWhatTheLogSaysWhateverHappens(long seed) throws IOException {
        Random chance = new Random(seed);
        try (LoggedGroup group = new LoggedGroup(folder, 700)) {
            group.data.open(folder);
            KEYS.forEach(group::open);
            for (int step = 0; step < STEPS; step++) {
                step(group, chance, step);
                check(group, "seed " + seed + ", step " + step);
            }
        }
    }

    private void step(LoggedGroup group, Random chance, int step) throws IOException {
        switch (chance.nextInt(12)) {
            case 0 -> {
                group.data.flush().join();
                flushed = group.log.size();
            }
            case 1, 2 -> {
                while (group.applied < flushed) {
                    group.apply();
                }
            }
            case 3 -> group.snapshot();
            case 4 -> {
                if (group.applied > 1 && group.applied < group.log.size()) {
                    group.truncate(group.applied + chance.nextInt(group.log.size() - group.applied));
                    flushed = Math.min(flushed, group.log.size());
                }
            }
            case 5 -> {
                group.restart();
                flushed = Math.max(group.applied, flushed);
            }
            case 6 -> loseWhatWasNotForced(group, chance);
            case 7 -> {
                PartitionKey key = KEYS.get(chance.nextInt(KEYS.size()));
                long until = committed(group, key);
                if (until > 0) {
                    group.add(EntryHeader.start(key, chance.nextLong(until + 1)), new byte[0]);
                }
            }
            default -> {
                List<PartitionKey> keys = chance.nextInt(3) == 0 ? KEYS : List.of(KEYS.get(chance.nextInt(2)));
                group.append(keys, keys.stream().map(key -> end(group, key)).toList(), "s" + step);
            }
        }
    }

    /** A power cut: of what was not forced to the disk, the end of one file is missing. */
    private void loseWhatWasNotForced(LoggedGroup group, Random chance) throws IOException {
        PartitionKey key = KEYS.get(chance.nextInt(KEYS.size()));
        int unforced = group.log.subList(flushed, group.log.size()).stream()
                .flatMap(entry -> entry.header().records().stream())
                .filter(item -> item.key().equals(key))
                .mapToInt(EntryHeader.Item::size)
                .sum();
        Optional<Path> last = lastFile(group.folder(key));
        if (unforced > 0 && last.isPresent()) {
            long size = Files.size(last.get());
            try (FileChannel file = FileChannel.open(last.get(), StandardOpenOption.WRITE)) {
                long lost = Math.min(size, 1 + chance.nextInt(unforced));
                if (chance.nextBoolean()) {
                    file.truncate(size - lost);
                } else {
                    file.write(ByteBuffer.allocate((int) lost), size - lost);
                }
            }
            group.machineWasRestarted();
            Optional<Long> missing = group.restart();
            assertThat(missing).isPresent();
            assertThat(missing.get()).isGreaterThanOrEqualTo(flushed);
        }
        flushed = Math.min(Math.max(group.applied, flushed), group.log.size());
    }

    private static Optional<Path> lastFile(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().reduce((one, other) -> other);
        }
    }

    private static long end(LoggedGroup group, PartitionKey key) {
        return end(group.log, key);
    }

    private static long committed(LoggedGroup group, PartitionKey key) {
        return end(group.log.subList(0, group.applied), key);
    }

    private static long end(List<LoggedGroup.Entry> entries, PartitionKey key) {
        return entries.stream()
                .flatMap(entry -> entry.header().records().stream())
                .filter(item -> item.key().equals(key))
                .mapToLong(EntryHeader.Item::endOffset)
                .max()
                .orElse(0);
    }

    private void check(LoggedGroup group, String when) throws IOException {
        List<LoggedGroup.Entry> applied = group.log.subList(0, group.applied);
        for (PartitionKey key : KEYS) {
            if (group.data.find(key).isEmpty()) {
                assertThat(group.applied).as(when).isLessThan(KEYS.size());
                continue;
            }
            PartitionReplica replica = group.replica(key);
            assertThat(replica.highWatermark()).as(when).isEqualTo(end(applied, key));
            assertThat(replica.startOffset()).as(when).isGreaterThanOrEqualTo(start(applied, key));
            assertThat(Batches.read(replica, replica.startOffset(), 300))
                    .as(when)
                    .isEqualTo(twin(applied, key).stream()
                            .filter(text -> Long.parseLong(text.split("=")[0]) >= replica.startOffset())
                            .toList());
        }
        for (LoggedGroup.Entry entry : group.log) {
            if (entry.data().length > 0) {
                ByteBuffer read =
                        group.data.read(entry.at().index(), entry.header().bytes());
                List<Optional<ByteBuffer>> parts =
                        EntryData.split(entry.header().records(), read);
                List<Optional<ByteBuffer>> expected =
                        EntryData.split(entry.header().records(), ByteBuffer.wrap(entry.data()));
                for (int i = 0; i < parts.size(); i++) {
                    EntryHeader.Item item = entry.header().records().get(i);
                    if (parts.get(i).isPresent()) {
                        assertThat(parts.get(i)).as(when).isEqualTo(expected.get(i));
                    } else {
                        assertThat(start(group.log, item.key())).as(when).isGreaterThanOrEqualTo(item.endOffset());
                    }
                }
            }
        }
    }

    private static long start(List<LoggedGroup.Entry> entries, PartitionKey key) {
        return entries.stream()
                .flatMap(entry -> entry.header().starts().stream())
                .filter(each -> each.key().equals(key))
                .mapToLong(EntryHeader.Start::offset)
                .max()
                .orElse(0);
    }

    private static List<String> twin(List<LoggedGroup.Entry> entries, PartitionKey key) {
        List<String> all = new ArrayList<>();
        for (LoggedGroup.Entry entry : entries) {
            List<Optional<ByteBuffer>> parts = EntryData.split(entry.header().records(), ByteBuffer.wrap(entry.data()));
            for (int i = 0; i < parts.size(); i++) {
                if (entry.header().records().get(i).key().equals(key)) {
                    all.addAll(Batches.texts(
                            MemoryRecords.readableRecords(parts.get(i).orElseThrow())));
                }
            }
        }
        return all;
    }
}
