// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.PartialDefaultRecord;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * Whether consumers will be able to read what a producer sent. Looks at every record, but keeps none of them, and stops
 * where a small batch unpacks to too much.
 */
final class BatchRules {
    /** What a batch may unpack to. */
    private static final long MAX_UNPACKED = 64L << 20;

    private static final ThreadLocal<BufferSupplier> BUFFERS = ThreadLocal.withInitial(BufferSupplier::create);

    private BatchRules() {}

    /**
     * The one batch that a producer sends to a partition.
     *
     * @throws ApiException if it cannot be taken
     */
    static MemoryRecords check(short version, BaseRecords sent) {
        if (!(sent instanceof MemoryRecords records)) {
            throw new InvalidRecordException("there are no records");
        }
        try {
            ProduceRequest.validateRecords(version, records);
            if (records.validBytes() != records.sizeInBytes()) {
                throw new InvalidRecordException("the batch does not end where its records do");
            }
            for (MutableRecordBatch batch : records.batches()) {
                checkHeader(batch);
                if (batch.compressionType() == CompressionType.SNAPPY) {
                    SnappyChunks.check(packed(records), MAX_UNPACKED);
                }
                if (batch.isCompressed()) {
                    checkPackedRecords(batch);
                } else {
                    checkRecords(batch, packed(records));
                }
            }
            return records;
        } catch (ApiException refused) {
            throw refused;
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (IOException | RuntimeException | Error malformed) {
            // The libraries of the codecs throw all of these.
            throw new CorruptRecordException("the batch cannot be read: " + malformed.getMessage(), malformed);
        }
    }

    private static void checkHeader(MutableRecordBatch batch) {
        batch.ensureValid();
        if (batch.isTransactional()) {
            throw new InvalidTxnStateException("transactions are not supported");
        }
        if (batch.isControlBatch()) {
            throw new InvalidRecordException("a client cannot write control records");
        }
        Integer count = batch.countOrNull();
        if (count == null || count < 1 || batch.lastOffset() - batch.baseOffset() + 1 != count) {
            throw new InvalidRecordException("the batch has " + count + " records, and offsets for another number");
        }
        if (batch.hasProducerId() && (batch.baseSequence() < 0 || batch.producerEpoch() < 0)) {
            throw new InvalidRecordException("the batch has a producer id, and no sequence");
        }
    }

    /** The records of the only batch, as they came. */
    private static ByteBuffer packed(MemoryRecords records) {
        ByteBuffer bytes = records.buffer().duplicate();
        return bytes.position(bytes.position() + DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    }

    private static int count(MutableRecordBatch batch) {
        return (int) (batch.lastOffset() - batch.baseOffset() + 1);
    }

    private static void checkRecords(MutableRecordBatch batch, ByteBuffer bytes) {
        int count = count(batch);
        int end = bytes.limit();
        for (int i = 0; i < count; i++) {
            // What it claims to contain is compared with its own bytes, and not with all that are behind it.
            int length = ByteUtils.readVarint(bytes.mark());
            bytes.limit(Math.min(end, bytes.position() + Math.max(0, length))).reset();
            DefaultRecord record = DefaultRecord.readFrom(bytes, batch.baseOffset(), 0, 0, null);
            checkNumber(record.offset(), batch, i);
            bytes.limit(end);
        }
        if (bytes.hasRemaining()) {
            throw new InvalidRecordException("the batch has more than its " + count + " records");
        }
    }

    private static void checkNumber(long offset, MutableRecordBatch batch, int number) {
        if (offset != batch.baseOffset() + number) {
            throw new InvalidRecordException("the records of the batch are not numbered in order");
        }
    }

    private static void checkPackedRecords(MutableRecordBatch batch) throws IOException {
        int count = count(batch);
        try (Capped in = new Capped(((DefaultRecordBatch) batch).recordInputStream(BUFFERS.get()), MAX_UNPACKED)) {
            for (int i = 0; i < count; i++) {
                long before = in.left;
                PartialDefaultRecord record = DefaultRecord.readPartiallyFrom(in, batch.baseOffset(), 0, 0, null);
                checkNumber(record.offset(), batch, i);
                if (record.sizeInBytes() != before - in.left) {
                    throw new InvalidRecordException("a record of the batch is not as long as it says");
                }
            }
            if (in.read() >= 0) {
                throw new InvalidRecordException("the batch has more than its " + count + " records");
            }
        }
    }

    /** Ends with an error after so many bytes. */
    private static final class Capped extends FilterInputStream {
        private long left;

        Capped(InputStream in, long most) {
            super(in);
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            return (int) counted(super.read(), 1);
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = super.read(into, from, length);
            return (int) counted(read, read);
        }

        @Override
        public long skip(long wanted) throws IOException {
            long skipped = super.skip(Math.min(wanted, left + 1));
            return counted(skipped, skipped);
        }

        private long counted(long result, long bytes) {
            left -= Math.max(0, bytes);
            if (left < 0) {
                throw new RecordTooLargeException("the batch unpacks to more than " + MAX_UNPACKED + " bytes");
            }
            return result;
        }
    }
}
