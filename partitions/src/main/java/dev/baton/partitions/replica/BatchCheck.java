// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.nio.ByteBuffer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;

/** What batches must be like to be appended. Refusals are the protocol's own exceptions. */
final class BatchCheck {
    /** A copy of batches that can be appended, and what is to be known of them. */
    record Checked(MemoryRecords records, long count, long maxTimestamp, EntryHeader.Sequence producer) {}

    private BatchCheck() {}

    /**
     * Copies and checks.
     *
     * @throws org.apache.kafka.common.errors.ApiException if they cannot be appended
     */
    static Checked check(MemoryRecords given, LogSettings settings, long now) {
        ByteBuffer source = given.buffer();
        if (source.remaining() > settings.maxMessageBytes()) {
            throw new RecordTooLargeException("the batches have " + source.remaining() + " bytes, and at most "
                    + settings.maxMessageBytes() + " are allowed (max.message.bytes)");
        }
        MemoryRecords copy = MemoryRecords.readableRecords(
                ByteBuffer.allocate(source.remaining()).put(source.duplicate()).flip());
        long count = 0;
        int batches = 0;
        int bytes = 0;
        long maxTimestamp = RecordBatch.NO_TIMESTAMP;
        EntryHeader.Sequence producer = EntryHeader.Sequence.NONE;
        for (MutableRecordBatch batch : copy.batches()) {
            batches++;
            bytes += batch.sizeInBytes();
            count += countOf(batch);
            if (settings.appendTime()) {
                batch.setMaxTimestamp(TimestampType.LOG_APPEND_TIME, now);
            }
            maxTimestamp = Math.max(maxTimestamp, batch.maxTimestamp());
            if (batch.hasProducerId()) {
                producer = sequence(batch);
            }
        }
        if (batches == 0 || bytes != copy.sizeInBytes()) {
            throw new CorruptRecordException(
                    "the batches end within one: " + bytes + " of " + copy.sizeInBytes() + " bytes are whole batches");
        }
        if (producer.isSome() && batches > 1) {
            throw new InvalidRecordException("a producer that numbers its batches sends one at a time, not " + batches);
        }
        return new Checked(copy, count, maxTimestamp, producer);
    }

    private static int countOf(MutableRecordBatch batch) {
        if (batch.magic() != RecordBatch.MAGIC_VALUE_V2) {
            throw new UnsupportedForMessageFormatException(
                    "a batch has format " + batch.magic() + ": use " + RecordBatch.MAGIC_VALUE_V2);
        }
        batch.ensureValid();
        if (batch.isControlBatch() || batch.isTransactional()) {
            throw new InvalidRecordException("transactions are not supported");
        }
        Integer count = batch.countOrNull();
        long deltas = batch.lastOffset() - batch.baseOffset() + 1;
        if (count == null || count < 1 || count != deltas) {
            throw new InvalidRecordException("a batch of " + count + " records has offsets for " + deltas);
        }
        if (batch.maxTimestamp() < 0 && batch.maxTimestamp() != RecordBatch.NO_TIMESTAMP) {
            throw new InvalidRecordException("a batch has the timestamp " + batch.maxTimestamp());
        }
        // Throws if the codec is not known.
        batch.compressionType();
        return count;
    }

    private static EntryHeader.Sequence sequence(RecordBatch batch) {
        if (batch.producerEpoch() < 0 || batch.baseSequence() < 0) {
            throw new InvalidRecordException("producer " + batch.producerId() + " numbers a batch with epoch "
                    + batch.producerEpoch() + " and sequence " + batch.baseSequence());
        }
        return new EntryHeader.Sequence(
                batch.producerId(), batch.producerEpoch(), batch.baseSequence(), batch.lastSequence());
    }

    /** Gives checked batches their offsets and the epoch of the leader. */
    static void number(MemoryRecords records, long baseOffset, long epoch) {
        long next = baseOffset;
        for (MutableRecordBatch batch : records.batches()) {
            next += batch.lastOffset() - batch.baseOffset() + 1;
            batch.setLastOffset(next - 1);
            batch.setPartitionLeaderEpoch((int) epoch);
        }
    }

    /** Whether these bytes are the batches that an entry of that term names. */
    static boolean isWhole(ByteBuffer bytes, EntryHeader.Item item, long term) {
        if (bytes.remaining() != item.size()) {
            return false;
        }
        long next = item.baseOffset();
        int size = 0;
        try {
            for (RecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
                if (!batch.isValid() || batch.baseOffset() != next || batch.partitionLeaderEpoch() != (int) term) {
                    return false;
                }
                next = batch.nextOffset();
                size += batch.sizeInBytes();
            }
        } catch (CorruptRecordException torn) {
            return false;
        }
        return next == item.endOffset() && size == item.size();
    }

    /** Whether bytes where a batch begins are neither batches nor the beginning of one. */
    static boolean isDamaged(ByteBuffer bytes) {
        try {
            for (RecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
                if (!batch.isValid()) {
                    return true;
                }
            }
            return false;
        } catch (CorruptRecordException nonsense) {
            return true;
        }
    }
}
