// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.partitions.Append;
import dev.baton.partitions.EpochEnd;
import dev.baton.partitions.LogSlice;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.partitions.TimestampedOffset;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * One partition as it was applied here. Changed by the thread that applies; read by any. Appends go to its
 * {@linkplain Appends group}.
 */
final class PartitionReplica implements PartitionLog {
    /** What a replica needs of its group. */
    interface Group {
        Optional<Epoch> ledIn();

        Optional<NodeId> leader();

        Epoch epoch();

        Append append(PartitionReplica to, MemoryRecords batches);

        CompletableFuture<Void> deleteBefore(PartitionKey key, long offset);

        /** The offset that the next append gets; empty if this node does not lead. */
        OptionalLong nextOffset(PartitionReplica of);
    }

    private final PartitionKey key;
    private final long openedAt;
    private final Group group;
    private final PartitionFiles files;
    private final ProducerTable producers = new ProducerTable();
    /** Where each epoch of leaders starts. */
    private final ConcurrentSkipListMap<Long, Long> epochs = new ConcurrentSkipListMap<>();

    private volatile long start;
    private volatile long highWatermark;

    /** @param openedAt the version of the controller's state in which the partition was there */
    PartitionReplica(PartitionKey key, long openedAt, Group group, PartitionFiles files) {
        this.key = key;
        this.openedAt = openedAt;
        this.group = group;
        this.files = files;
    }

    void restore(long from, long to, Map<Long, Long> starts) {
        start = from;
        highWatermark = to;
        epochs.putAll(starts);
    }

    /** @param isThere whether its data is; else it was deleted before it came here */
    void applied(EntryHeader.Item item, long term, boolean isThere) {
        Map.Entry<Long, Long> latest = epochs.lastEntry();
        if (latest == null || latest.getKey() < term) {
            epochs.put(term, item.baseOffset());
        }
        producers.applied(item);
        if (!isThere) {
            startAt(item.endOffset());
        }
        highWatermark = Math.max(highWatermark, item.endOffset());
    }

    void startAt(long offset) {
        start = Math.max(start, offset);
        // The epoch of the first offset that is left is kept.
        Map.Entry<Long, Long> kept = epochs.entrySet().stream()
                .filter(it -> it.getValue() <= start)
                .max(Map.Entry.comparingByKey())
                .orElse(null);
        if (kept != null) {
            epochs.headMap(kept.getKey()).clear();
        }
    }

    PartitionFiles files() {
        return files;
    }

    ProducerTable producers() {
        return producers;
    }

    Map<Long, Long> epochs() {
        return epochs;
    }

    long openedAt() {
        return openedAt;
    }

    @Override
    public PartitionKey key() {
        return key;
    }

    @Override
    public Optional<Epoch> ledIn() {
        return group.ledIn();
    }

    @Override
    public Optional<NodeId> leader() {
        return group.leader();
    }

    @Override
    public Epoch leaderEpoch() {
        return group.epoch();
    }

    @Override
    public long startOffset() {
        return start;
    }

    @Override
    public long highWatermark() {
        return highWatermark;
    }

    @Override
    public long endOffset() {
        return group.nextOffset(this).orElse(highWatermark);
    }

    @Override
    public long sizeBytes() {
        return files.bytes();
    }

    @Override
    public Append append(MemoryRecords batches) {
        return group.append(this, batches);
    }

    @Override
    public LogSlice read(long offset, int maxBytes) {
        long committed = highWatermark;
        long first = start;
        if (offset < first || offset > committed) {
            throw new OffsetOutOfRangeException(
                    "offset " + offset + " of " + key + " is not between " + first + " and " + committed);
        }
        Optional<Segment> found = offset == committed ? Optional.empty() : files.segment(offset);
        if (found.isEmpty()) {
            return new LogSlice(MemoryRecords.EMPTY, first, committed);
        }
        try {
            Segment segment = found.get();
            int position = segment.position(offset, segment.committed());
            FileRecords slice = segment.slice(position, maxBytes);
            return new LogSlice(slice, first, committed);
        } catch (IOException unreadable) {
            throw new KafkaException(unreadable);
        }
    }

    @Override
    public Optional<TimestampedOffset> offsetFor(long timestamp) {
        long committed = highWatermark;
        for (Segment segment : files.segments()) {
            if (segment.maxTimestamp() >= timestamp) {
                Optional<TimestampedOffset> found = search(segment, timestamp).map(PartitionReplica::at);
                if (found.isPresent()) {
                    return found.filter(it -> it.offset() < committed);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<FileRecords.TimestampAndOffset> search(Segment segment, long timestamp) {
        try {
            return segment.search(timestamp, start);
        } catch (IOException unreadable) {
            throw new KafkaException(unreadable);
        }
    }

    @Override
    public Optional<TimestampedOffset> latestTimestamp() {
        return files.segments().stream()
                .filter(segment -> segment.committed() > 0)
                .max(Comparator.comparingLong(Segment::maxTimestamp)
                        .thenComparing(Segment::base, Comparator.reverseOrder()))
                .flatMap(PartitionReplica::latestTimestamp)
                .filter(it -> it.offset() >= start);
    }

    private static Optional<TimestampedOffset> latestTimestamp(Segment segment) {
        try {
            return segment.latestTimestamp();
        } catch (IOException unreadable) {
            throw new KafkaException(unreadable);
        }
    }

    private static TimestampedOffset at(FileRecords.TimestampAndOffset found) {
        return new TimestampedOffset(found.offset, found.timestamp, Epoch.of(found.leaderEpoch.orElse(0)));
    }

    @Override
    public Optional<EpochEnd> endOffsetFor(Epoch epoch) {
        Map.Entry<Long, Long> found = epochs.floorEntry(epoch.value());
        if (found == null) {
            return Optional.empty();
        }
        Map.Entry<Long, Long> next = epochs.higherEntry(epoch.value());
        return Optional.of(new EpochEnd(Epoch.of(found.getKey()), next == null ? highWatermark : next.getValue()));
    }

    @Override
    public CompletableFuture<Long> deleteBefore(long offset) {
        if (offset > highWatermark) {
            return CompletableFuture.failedFuture(new OffsetOutOfRangeException(
                    "offset " + offset + " of " + key + " is above the high watermark " + highWatermark));
        }
        if (offset <= start) {
            return CompletableFuture.completedFuture(start);
        }
        return group.deleteBefore(key, offset).thenApply(done -> start);
    }

    @Override
    public OptionalLong lastOffset(long producerId) {
        return producers.lastOffset(producerId);
    }
}
