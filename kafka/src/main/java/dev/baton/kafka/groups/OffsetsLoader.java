// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.internal.runtime.TimedWait;
import dev.baton.partitions.LogSlice;
import dev.baton.partitions.PartitionLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.common.runtime.CoordinatorLoader;
import org.apache.kafka.coordinator.common.runtime.CoordinatorPlayback;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.Deserializer;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replays a partition to the group coordinator when this node begins to lead it. One thread. */
final class OffsetsLoader implements CoordinatorLoader<CoordinatorRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetsLoader.class);
    private static final int READ_BYTES = 1 << 20;
    /** What was replayed is taken for committed after so many records: for each time, a copy of the state is kept. */
    private static final long COMMIT_EVERY = 16_384;

    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    private final OffsetsLogs logs;
    private final GroupCoordinatorRecordSerde serde = new GroupCoordinatorRecordSerde();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread loading = new Thread(task, "baton-kafka-groups-load");
        loading.setDaemon(true);
        return loading;
    });
    private volatile boolean closed;

    OffsetsLoader(OffsetsLogs logs) {
        this.logs = logs;
    }

    @Override
    public CompletableFuture<LoadSummary> load(
            TopicPartition partition, CoordinatorPlayback<CoordinatorRecord> coordinator) {
        long asked = Time.SYSTEM.milliseconds();
        return CompletableFuture.supplyAsync(() -> replay(partition, coordinator, asked), thread);
    }

    private LoadSummary replay(
            TopicPartition partition, CoordinatorPlayback<CoordinatorRecord> coordinator, long asked) {
        long begun = Time.SYSTEM.milliseconds();
        PartitionLog log = logs.log(partition);
        long end = log.endOffset();
        long offset = log.startOffset();
        long replayed = offset;
        long records = 0;
        long bytes = 0;
        boolean isLong = end - offset > OffsetsLogs.REWRITE_AFTER;
        CompactedRecords live = new CompactedRecords();
        while (offset < end) {
            requireLed(log, partition);
            if (log.highWatermark() <= offset) {
                // The last records of the leader before are being committed.
                pause();
                continue;
            }
            LogSlice slice = log.read(offset, READ_BYTES);
            for (RecordBatch batch : slice.records().batches()) {
                records += replay(batch, offset, coordinator);
                if (isLong && !batch.isControlBatch()) {
                    batch.forEach(live::add);
                }
                bytes += batch.sizeInBytes();
                offset = batch.nextOffset();
                if (offset - replayed >= COMMIT_EVERY) {
                    told(coordinator, offset);
                    replayed = offset;
                }
            }
        }
        requireLed(log, partition);
        if (isLong && live.size() < records / 2) {
            offset = live.rewrite(log);
            LOG.info("rewrote {} of {} records of {}, and deleted the others", live.size(), records, partition);
        }
        logs.loaded(partition.partition(), log.endOffset() - log.startOffset());
        if (offset > 0) {
            told(coordinator, offset);
        }
        LOG.info("{} records of {} were read in {} ms", records, partition, Time.SYSTEM.milliseconds() - begun);
        return new LoadSummary(asked, Time.SYSTEM.milliseconds(), begun - asked, records, bytes);
    }

    private static void told(CoordinatorPlayback<CoordinatorRecord> coordinator, long offset) {
        coordinator.updateLastWrittenOffset(offset);
        coordinator.updateLastCommittedOffset(offset);
    }

    private long replay(RecordBatch batch, long from, CoordinatorPlayback<CoordinatorRecord> coordinator) {
        long records = 0;
        if (batch.isControlBatch()) {
            return records;
        }
        for (Record record : batch) {
            if (record.offset() < from) {
                continue;
            }
            records++;
            try {
                coordinator.replay(
                        record.offset(),
                        batch.producerId(),
                        batch.producerEpoch(),
                        serde.deserialize(record.key(), record.value()));
            } catch (Deserializer.UnknownRecordTypeException newer) {
                LOG.warn(
                        "a record of the type {} about groups is left out: this version does not know it",
                        newer.unknownType());
            }
        }
        return records;
    }

    private void requireLed(PartitionLog log, TopicPartition partition) {
        if (closed || log.ledIn().isEmpty()) {
            throw new NotLeaderOrFollowerException(partition + " is no longer led here");
        }
    }

    private void pause() {
        try {
            TimedWait.of(LOOK_EVERY);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
    }
}
