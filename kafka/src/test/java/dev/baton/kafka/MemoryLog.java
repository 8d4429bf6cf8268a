// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.partitions.Append;
import dev.baton.partitions.EpochEnd;
import dev.baton.partitions.LogSlice;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.partitions.TimestampedOffset;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/** A partition in memory. What is appended is committed at once, unless commits are held back. */
final class MemoryLog implements PartitionLog {
    private static final int REMEMBERED = 5;

    private final PartitionKey key;
    private final NodeId self;
    private final LongConsumer committed;
    private final List<Batch> batches = new ArrayList<>();
    private final Map<Long, Deque<Batch>> producers = new HashMap<>();
    private Epoch epoch = Epoch.NONE;
    private Optional<NodeId> followed = Optional.empty();
    private boolean leads;
    private boolean held;
    private long start;
    private long watermark;
    private long end;

    private record Batch(
            long base, long next, int epoch, int sequence, MemoryRecords records, CompletableFuture<Void> done) {}

    /** @param committed is told of the high watermark */
    MemoryLog(PartitionKey key, NodeId self, LongConsumer committed) {
        this.key = key;
        this.self = self;
        this.committed = committed;
    }

    synchronized void lead(Epoch next) {
        epoch = next;
        leads = true;
    }

    /** @param of who leads from now on, if anybody is known to */
    synchronized void follow(Epoch next, Optional<NodeId> of) {
        followed = of;
        follow(next);
    }

    synchronized void follow(Epoch next) {
        epoch = next;
        leads = false;
        batches.removeIf(batch -> {
            if (batch.base() >= watermark) {
                batch.done().completeExceptionally(new NotLeaderException("not the leader"));
            }
            return batch.base() >= watermark;
        });
        end = watermark;
    }

    /** From now on nothing is committed, until it is let go. */
    void hold(boolean hold) {
        synchronized (this) {
            held = hold;
        }
        if (!hold) {
            commit();
        }
    }

    @Override
    public PartitionKey key() {
        return key;
    }

    @Override
    public synchronized Optional<Epoch> ledIn() {
        return leads ? Optional.of(epoch) : Optional.empty();
    }

    @Override
    public synchronized Optional<NodeId> leader() {
        return leads ? Optional.of(self) : followed;
    }

    @Override
    public synchronized Epoch leaderEpoch() {
        return epoch;
    }

    @Override
    public synchronized long startOffset() {
        return start;
    }

    @Override
    public synchronized long highWatermark() {
        return watermark;
    }

    @Override
    public synchronized long endOffset() {
        return leads ? end : watermark;
    }

    @Override
    public synchronized long sizeBytes() {
        return batches.stream().mapToLong(it -> it.records().sizeInBytes()).sum();
    }

    @Override
    public Append append(MemoryRecords sent) {
        Append append;
        synchronized (this) {
            if (!leads) {
                throw new NotLeaderException("not the leader");
            }
            append = put(sent);
        }
        commit();
        return append;
    }

    private Append put(MemoryRecords sent) {
        ByteBuffer copy = ByteBuffer.allocate(sent.sizeInBytes());
        copy.put(sent.buffer().duplicate());
        copy.flip();
        MemoryRecords records = MemoryRecords.readableRecords(copy);
        long base = end;
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<Batch> added = new ArrayList<>();
        for (MutableRecordBatch batch : records.batches()) {
            batch.ensureValid();
            Optional<Batch> before = repeated(batch);
            if (before.isPresent()) {
                return new Append(
                        before.get().base(),
                        before.get().next(),
                        epoch,
                        -1,
                        true,
                        before.get().done());
            }
            long count = batch.lastOffset() - batch.baseOffset() + 1;
            batch.setLastOffset(end + count - 1);
            batch.setPartitionLeaderEpoch((int) epoch.value());
            ByteBuffer alone = ByteBuffer.allocate(batch.sizeInBytes());
            ((DefaultRecordBatch) batch).writeTo(alone);
            alone.flip();
            Batch put = new Batch(
                    end,
                    end + count,
                    (int) epoch.value(),
                    batch.baseSequence(),
                    MemoryRecords.readableRecords(alone),
                    done);
            added.add(put);
            end += count;
            if (batch.hasProducerId()) {
                Deque<Batch> last = producers.computeIfAbsent(batch.producerId(), it -> new ArrayDeque<>());
                last.add(put);
                if (last.size() > REMEMBERED) {
                    last.remove();
                }
            }
        }
        batches.addAll(added);
        return new Append(base, end, epoch, -1, false, done);
    }

    private Optional<Batch> repeated(MutableRecordBatch batch) {
        if (!batch.hasProducerId()) {
            return Optional.empty();
        }
        Deque<Batch> last = producers.getOrDefault(batch.producerId(), new ArrayDeque<>());
        Optional<Batch> same = last.stream()
                .filter(it -> it.sequence() == batch.baseSequence())
                .findFirst();
        if (same.isEmpty() && !last.isEmpty()) {
            Batch newest = last.getLast();
            long expected = newest.sequence() + newest.next() - newest.base();
            if (batch.baseSequence() != expected) {
                throw new OutOfOrderSequenceException(batch.baseSequence() + " is not " + expected);
            }
        }
        return same;
    }

    private void commit() {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        long reached;
        synchronized (this) {
            if (held || watermark == end) {
                return;
            }
            for (Batch batch : batches) {
                if (batch.base() >= watermark) {
                    done.add(batch.done());
                }
            }
            watermark = end;
            reached = watermark;
        }
        committed.accept(reached);
        done.forEach(it -> it.complete(null));
    }

    @Override
    public synchronized LogSlice read(long offset, int maxBytes) {
        if (offset < start || offset > watermark) {
            throw new OffsetOutOfRangeException(offset + " is not from " + start + " to " + watermark);
        }
        List<MemoryRecords> found = new ArrayList<>();
        int size = 0;
        for (Batch batch : batches) {
            if (batch.next() <= offset || batch.base() >= watermark) {
                continue;
            }
            int bytes = batch.records().sizeInBytes();
            if (!found.isEmpty() && size + bytes > maxBytes) {
                break;
            }
            found.add(batch.records());
            size += bytes;
        }
        ByteBuffer together = ByteBuffer.allocate(size);
        found.forEach(it -> together.put(it.buffer().duplicate()));
        together.flip();
        return new LogSlice(MemoryRecords.readableRecords(together), start, watermark);
    }

    private synchronized List<TimestampedOffset> times() {
        List<TimestampedOffset> times = new ArrayList<>();
        for (Batch batch : batches) {
            if (batch.base() < watermark) {
                for (Record record : batch.records().records()) {
                    if (record.offset() >= start) {
                        times.add(new TimestampedOffset(record.offset(), record.timestamp(), Epoch.of(batch.epoch())));
                    }
                }
            }
        }
        return times;
    }

    @Override
    public Optional<TimestampedOffset> offsetFor(long timestamp) {
        return times().stream().filter(it -> it.timestamp() >= timestamp).findFirst();
    }

    @Override
    public Optional<TimestampedOffset> latestTimestamp() {
        return times().stream().reduce((one, other) -> other.timestamp() > one.timestamp() ? other : one);
    }

    @Override
    public synchronized Optional<EpochEnd> endOffsetFor(Epoch wanted) {
        Optional<Epoch> found = batches.stream()
                .map(it -> Epoch.of(it.epoch()))
                .filter(it -> !it.isAfter(wanted))
                .reduce(Epoch::max);
        return found.map(it -> new EpochEnd(
                it,
                batches.stream()
                        .filter(batch -> batch.epoch() > it.value())
                        .findFirst()
                        .map(Batch::base)
                        .orElse(watermark)));
    }

    @Override
    public synchronized CompletableFuture<Long> deleteBefore(long offset) {
        start = Math.max(start, offset);
        batches.removeIf(batch -> batch.next() <= start);
        return CompletableFuture.completedFuture(start);
    }

    @Override
    public synchronized OptionalLong lastOffset(long producerId) {
        Deque<Batch> last = producers.get(producerId);
        return last == null
                ? OptionalLong.empty()
                : OptionalLong.of(last.getLast().next());
    }
}
