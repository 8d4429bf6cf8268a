// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.NodeId;
import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import dev.baton.raft.group.ReplicatedData.Logged;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** A group's data with a log beside it that a test writes by hand, as the Raft library would. */
final class LoggedGroup implements AutoCloseable {
    static final PartitionKey ONE = key(1);
    static final PartitionKey TWO = key(2);

    /** An entry of the log. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Entry(Point at, EntryHeader header, byte[] data) {
        Logged logged() {
            return new Logged(at, header.bytes(), data.length);
        }
    }

    private final Path folder;
    private final int segmentBytes;
    private final FsyncPool forcing = new FsyncPool(this::force);
    final List<Entry> log = new ArrayList<>();
    /** Folders whose names were made to last. */
    final Set<Path> forced = new ConcurrentSkipListSet<>();
    /** Of all groups of its node. */
    private final AppendBudget budget;

    GroupData data;
    int applied;
    int snapshot;
    long term = 1;

    LoggedGroup(Path folder, int segmentBytes) throws IOException {
        this(folder, segmentBytes, new AppendBudget(Long.MAX_VALUE, OpenFiles.unlimited()));
    }

    LoggedGroup(Path folder, int segmentBytes, AppendBudget budget) throws IOException {
        this.budget = budget;
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.data = open();
    }

    static PartitionKey key(int topic) {
        return new PartitionKey(new TopicId(new UUID(0, topic)), 0);
    }

    private void force(Path each) throws IOException {
        DurableFolders.force(each);
        forced.add(each);
    }

    private GroupData open() {
        return new GroupData(1, new Node(), forcing, new Appends(() -> 1_000, budget));
    }

    /** The files were last written before the machine was started, as after a power cut. */
    void machineWasRestarted() throws IOException {
        Files.writeString(folder.resolve(LastBoot.FILE), "an earlier one");
    }

    /** Opens the files anew, with what the log has. Returns what was missing. */
    Optional<Long> restart() throws IOException {
        data.close();
        data = open();
        Optional<Point> at = data.open(folder);
        snapshot = at.map(it -> (int) it.index() + 1).orElse(0);
        applied = snapshot;
        Optional<Long> missing = data.recover(
                log.subList(snapshot, log.size()).stream().map(Entry::logged).toList());
        missing.ifPresent(index -> log.subList((int) (long) index, log.size()).clear());
        return missing;
    }

    Entry add(EntryHeader header, byte[] bytes) {
        Entry entry = new Entry(new Point(term, log.size()), header, bytes);
        log.add(entry);
        if (bytes.length > 0) {
            data.write(entry.at(), header.bytes(), ByteBuffer.wrap(bytes)).join();
        }
        return entry;
    }

    /** An entry with one batch for each of the given partitions. */
    Entry append(List<PartitionKey> keys, List<Long> offsets, String text) {
        Entry entry = prepare(keys, offsets, text);
        return add(entry.header(), entry.data());
    }

    /** The next entry, which is not in the log yet. */
    Entry prepare(List<PartitionKey> keys, List<Long> offsets, String text) {
        List<EntryHeader.Item> items = new ArrayList<>();
        List<Optional<ByteBuffer>> parts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            MemoryRecords records = Batches.of(text, text + "'");
            BatchCheck.number(records, offsets.get(i), term);
            items.add(new EntryHeader.Item(
                    keys.get(i),
                    offsets.get(i),
                    offsets.get(i) + 2,
                    records.sizeInBytes(),
                    1_000,
                    1_000,
                    EntryHeader.Sequence.NONE));
            parts.add(Optional.of(records.buffer()));
        }
        ByteBuffer joined = EntryData.join(parts);
        byte[] bytes = new byte[joined.remaining()];
        joined.duplicate().get(bytes);
        return new Entry(new Point(term, log.size()), EntryHeader.of(items), bytes);
    }

    void open(PartitionKey key) {
        add(new EntryHeader(List.of(), List.of(new EntryHeader.Opened(key, 1)), List.of(), List.of()), new byte[0]);
    }

    void apply() {
        Entry entry = log.get(applied++);
        data.apply(entry.at(), entry.header().bytes());
    }

    void applyAll() {
        data.flush().join();
        while (applied < log.size()) {
            apply();
        }
    }

    void snapshot() throws IOException {
        if (applied > snapshot) {
            data.snapshot(log.get(applied - 1).at());
            snapshot = applied;
        }
    }

    void truncate(int from) {
        data.truncate(from).join();
        log.subList(from, log.size()).clear();
        term++;
    }

    PartitionReplica replica(PartitionKey key) {
        return data.find(key).orElseThrow();
    }

    Path folder(PartitionKey key) {
        return folder.resolve(key.toString());
    }

    @Override
    public void close() {
        data.close();
        forcing.close();
    }

    private final class Node implements GroupData.Node {
        @Override
        public LogSettings settings(PartitionKey key) {
            return new LogSettings(-1, -1, segmentBytes, 1 << 20, false);
        }

        @Override
        public Optional<NodeId> leader(long group) {
            return Optional.empty();
        }

        @Override
        public long term(long group) {
            return term;
        }

        @Override
        public PartitionListener listener() {
            return new PartitionListener() {};
        }

        @Override
        public void leadChanged() {}
    }
}
