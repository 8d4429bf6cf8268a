// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.controller.TopicId;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;

/** What brokers rely on, of every log. */
public abstract class PartitionLogContract {
    protected static final PartitionKey KEY = new PartitionKey(new TopicId(new UUID(1, 2)), 0);

    /** An empty log that this node leads. */
    protected abstract PartitionLog leader();

    private static Append append(PartitionLog log, MemoryRecords records) {
        Append append = log.append(records);
        append.committed().join();
        return append;
    }

    private static List<Long> offsets(PartitionLog log, long from, int bytes) {
        List<Long> offsets = new ArrayList<>();
        log.read(from, bytes).records().records().forEach(record -> offsets.add(record.offset()));
        return offsets;
    }

    @Test
    void offsetsHaveNoGaps() {
        PartitionLog log = leader();

        assertThat(append(log, Batches.of(3)).baseOffset()).isZero();
        Append second = append(log, Batches.of(2));

        assertThat(second.baseOffset()).isEqualTo(3);
        assertThat(second.endOffset()).isEqualTo(5);
        assertThat(log.highWatermark()).isEqualTo(5);
        assertThat(log.endOffset()).isEqualTo(5);
        assertThat(offsets(log, 0, 1 << 20)).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(log.sizeBytes()).isPositive();
    }

    @Test
    void readBeginsWithTheBatchThatHasTheOffset() {
        PartitionLog log = leader();
        append(log, Batches.of(3));
        append(log, Batches.of(3));

        assertThat(offsets(log, 4, 1 << 20)).containsExactly(3L, 4L, 5L);
        assertThat(offsets(log, 1, 1)).containsExactly(0L, 1L, 2L);
        assertThat(offsets(log, 1, 0)).containsExactly(0L, 1L, 2L);
        assertThat(offsets(log, 6, 1 << 20)).isEmpty();
        assertThatThrownBy(() -> log.read(7, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> log.read(-1, 1)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void batchesCarryTheLeadersEpoch() {
        PartitionLog log = leader();
        append(log, Batches.of(1));

        int epoch = (int) log.ledIn().orElseThrow().value();
        for (RecordBatch batch : log.read(0, 1).records().batches()) {
            assertThat(batch.partitionLeaderEpoch()).isEqualTo(epoch);
        }
        assertThat(log.endOffsetFor(Epoch.of(epoch)).orElseThrow().endOffset()).isEqualTo(1);
        assertThat(log.endOffsetFor(Epoch.of(epoch + 5)).orElseThrow().epoch().value())
                .isEqualTo(epoch);
    }

    @Test
    void whatIsSentTwiceIsThereOnce() {
        PartitionLog log = leader();
        for (int sequence = 0; sequence < 10; sequence += 2) {
            append(log, Batches.idempotent(9, 0, sequence, 2));
        }

        Append again = append(log, Batches.idempotent(9, 0, 4, 2));

        assertThat(again.duplicate()).isTrue();
        assertThat(again.baseOffset()).isEqualTo(4);
        assertThat(log.endOffset()).isEqualTo(10);
        assertThatThrownBy(() -> log.append(Batches.idempotent(9, 0, 20, 1)))
                .isInstanceOf(OutOfOrderSequenceException.class);
        assertThat(log.endOffset()).isEqualTo(10);
        assertThat(log.lastOffset(9)).hasValue(10);
        assertThat(log.lastOffset(8)).isEmpty();
    }

    @Test
    void offsetsAreFoundByTime() {
        PartitionLog log = leader();
        append(log, Batches.of(5));

        assertThat(log.offsetFor(3).orElseThrow().offset()).isEqualTo(3);
        assertThat(log.offsetFor(5)).isEmpty();
        assertThat(log.latestTimestamp().orElseThrow().offset()).isEqualTo(4);
    }

    @Test
    void deletedRecordsAreGone() {
        PartitionLog log = leader();
        append(log, Batches.of(2));
        append(log, Batches.of(2));

        assertThat(log.deleteBefore(3).join()).isEqualTo(3);

        assertThat(log.startOffset()).isEqualTo(3);
        assertThatThrownBy(() -> log.read(2, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(offsets(log, 3, 1)).contains(3L);
    }

    @Test
    void batchWithAWrongChecksumIsNotAppended() {
        PartitionLog log = leader();
        var bytes = Batches.copy(Batches.of(1));
        bytes.put(bytes.limit() - 1, (byte) 77);

        assertThatThrownBy(() -> log.append(MemoryRecords.readableRecords(bytes)))
                .isInstanceOf(CorruptRecordException.class);
        assertThat(log.endOffset()).isZero();
    }
}
