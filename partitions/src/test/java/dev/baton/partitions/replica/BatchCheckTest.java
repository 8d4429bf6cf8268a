// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Crc32C;
import org.junit.jupiter.api.Test;

class BatchCheckTest {
    private static final int CRC_AT = 17;
    private static final int LAST_OFFSET_DELTA_AT = 23;

    private static BatchCheck.Checked check(MemoryRecords records) {
        return BatchCheck.check(records, LogSettings.DEFAULT, 5_000);
    }

    private static void refused(MemoryRecords records, Class<? extends Throwable> why) {
        assertThatThrownBy(() -> check(records)).isInstanceOf(why);
    }

    @Test
    void theBytesAreCopied() {
        MemoryRecords given = Batches.of("a", "b");
        BatchCheck.Checked checked = check(given);
        BatchCheck.number(checked.records(), 40, 3);

        assertThat(checked.count()).isEqualTo(2);
        assertThat(Batches.texts(given)).containsExactly("0=a", "1=b");
        assertThat(Batches.texts(checked.records())).containsExactly("40=a", "41=b");
        RecordBatch batch = checked.records().batches().iterator().next();
        assertThat(batch.partitionLeaderEpoch()).isEqualTo(3);
    }

    @Test
    void recordsGetTheLeadersTimeIfTheTopicWantsIt() {
        BatchCheck.Checked checked = BatchCheck.check(
                Batches.of("a"), LogSettings.of(Map.of("message.timestamp.type", "LogAppendTime")), 5_000);

        assertThat(checked.maxTimestamp()).isEqualTo(5_000);
        checked.records().batches().forEach(RecordBatch::ensureValid);
    }

    @Test
    void aChangedByteIsRefused() {
        MemoryRecords records = Batches.of("a");
        ByteBuffer bytes = records.buffer();
        bytes.put(bytes.limit() - 2, (byte) (bytes.get(bytes.limit() - 2) ^ 1));

        refused(records, CorruptRecordException.class);
    }

    @Test
    void halfABatchIsRefused() {
        ByteBuffer bytes = Batches.of("a").buffer();

        refused(MemoryRecords.readableRecords(bytes.slice(0, bytes.limit() - 3)), CorruptRecordException.class);
        refused(MemoryRecords.EMPTY, CorruptRecordException.class);
    }

    @Test
    void offsetsThatAreNotThoseOfTheRecordsAreRefused() {
        MemoryRecords records = Batches.of("a", "b");
        ByteBuffer bytes = records.buffer();
        bytes.putInt(LAST_OFFSET_DELTA_AT, 9);
        int crcEnd = CRC_AT + Integer.BYTES;
        bytes.putInt(CRC_AT, (int) Crc32C.compute(bytes, crcEnd, bytes.limit() - crcEnd));

        refused(records, InvalidRecordException.class);
    }

    @Test
    void whatIsNotSupportedIsRefused() {
        refused(
                MemoryRecords.withTransactionalRecords(
                        Compression.NONE, 1, (short) 0, 0, new SimpleRecord(new byte[] {1})),
                InvalidRecordException.class);
        refused(
                MemoryRecords.withRecords(
                        RecordBatch.MAGIC_VALUE_V1, Compression.NONE, new SimpleRecord(1, new byte[] {1})),
                UnsupportedForMessageFormatException.class);
        refused(Batches.of("x".repeat(2_000_000)), RecordTooLargeException.class);
    }

    @Test
    void whatAnEntryNamesIsToldFromOtherBatches() {
        BatchCheck.Checked checked = check(Batches.of("a", "b"));
        BatchCheck.number(checked.records(), 40, 3);
        EntryHeader.Item item = new EntryHeader.Item(
                LoggedGroup.ONE, 40, 42, checked.records().sizeInBytes(), 0, 0, EntryHeader.Sequence.NONE);
        ByteBuffer bytes = checked.records().buffer();

        assertThat(BatchCheck.isWhole(bytes, item, 3)).isTrue();
        assertThat(BatchCheck.isWhole(bytes, item, 4)).isFalse();
        bytes.put(DefaultRecordBatch.RECORD_BATCH_OVERHEAD, (byte) 99);
        assertThat(BatchCheck.isWhole(bytes, item, 3)).isFalse();
        assertThat(BatchCheck.isWhole(ByteBuffer.allocate(item.size()), item, 3))
                .isFalse();
    }
}
