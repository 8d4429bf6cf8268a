// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.Batches;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

class BatchRulesTest {
    private static final short VERSION = 9;
    private static final int LENGTH = 8;
    private static final int MAGIC = 16;
    private static final int ATTRIBUTES = 21;
    private static final int LAST_DELTA = DefaultRecordBatch.LAST_OFFSET_DELTA_OFFSET;

    private static final List<Compression> CODECS = List.of(
            Compression.NONE,
            Compression.gzip().build(),
            Compression.snappy().build(),
            Compression.lz4().build(),
            Compression.zstd().build());

    private static void isRefused(Class<? extends ApiException> why, MemoryRecords records) {
        assertThatThrownBy(() -> BatchRules.check(VERSION, records)).isInstanceOf(why);
    }

    private static MemoryRecords changed(Consumer<ByteBuffer> change) {
        return Batches.changed(Batches.of(3), change);
    }

    @Test
    void batchOfAnyCodecIsTaken() {
        for (Compression codec : CODECS) {
            MemoryRecords records = Batches.of(codec, 100);
            assertThat(BatchRules.check(VERSION, records)).isSameAs(records);
        }
        assertThatCode(() -> BatchRules.check(VERSION, Batches.idempotent(7, 0, 5, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void batchWithNullsAndManyHeadersIsTaken() {
        var headers = new org.apache.kafka.common.header.Header[10_000];
        java.util.Arrays.fill(headers, new org.apache.kafka.common.header.internals.RecordHeader("h", new byte[] {1}));
        MemoryRecords records = MemoryRecords.withRecords(
                Compression.NONE, new SimpleRecord(Long.MAX_VALUE, (byte[]) null, null, headers));

        assertThat(BatchRules.check(VERSION, records)).isSameAs(records);
    }

    @Test
    void nothingIsNoBatch() {
        isRefused(InvalidRecordException.class, MemoryRecords.EMPTY);
        assertThatThrownBy(() -> BatchRules.check(VERSION, null)).isInstanceOf(InvalidRecordException.class);
    }

    @Test
    void wrongChecksumIsFound() {
        ByteBuffer bytes = Batches.copy(Batches.of(3));
        bytes.put(bytes.limit() - 1, (byte) 99);

        isRefused(CorruptRecordException.class, MemoryRecords.readableRecords(bytes));
    }

    @Test
    void otherFormatsAreRefused() {
        for (int magic : new int[] {0, 1, 3, 127}) {
            isRefused(ApiException.class, changed(bytes -> bytes.put(MAGIC, (byte) magic)));
        }
    }

    @Test
    void unknownCodecIsRefused() {
        for (int codec : new int[] {5, 6, 7}) {
            isRefused(ApiException.class, changed(bytes -> bytes.putShort(ATTRIBUTES, (short) codec)));
        }
    }

    @Test
    void lengthThatLiesIsFound() {
        for (int length : new int[] {-1, 0, 10, 1_000_000, Integer.MAX_VALUE}) {
            ByteBuffer bytes = Batches.copy(Batches.of(3));
            bytes.putInt(LENGTH, length);
            isRefused(ApiException.class, MemoryRecords.readableRecords(bytes));
        }
        ByteBuffer longer = ByteBuffer.allocate(Batches.of(3).sizeInBytes() + 5);
        longer.put(Batches.copy(Batches.of(3))).rewind();
        isRefused(InvalidRecordException.class, MemoryRecords.readableRecords(longer));
    }

    @Test
    void countThatLiesIsFound() {
        for (int count : new int[] {0, -1, 2, 4, Integer.MAX_VALUE}) {
            isRefused(ApiException.class, changed(bytes -> bytes.putInt(Batches.countOffset(), count)));
            isRefused(ApiException.class, changed(bytes -> bytes.putInt(LAST_DELTA, count - 1)));
            isRefused(
                    ApiException.class,
                    changed(bytes -> bytes.putInt(Batches.countOffset(), count).putInt(LAST_DELTA, count - 1)));
        }
    }

    @Test
    void transactionsAndControlRecordsAreRefused() {
        isRefused(InvalidTxnStateException.class, changed(bytes -> bytes.putShort(ATTRIBUTES, (short) 0x10)));
        isRefused(InvalidRecordException.class, changed(bytes -> bytes.putShort(ATTRIBUTES, (short) 0x20)));
    }

    @Test
    void smallBatchThatUnpacksToMuchIsRefused() {
        byte[] zeros = new byte[80 << 20];
        for (Compression codec : CODECS.subList(1, CODECS.size())) {
            MemoryRecords bomb = MemoryRecords.withRecords(codec, new SimpleRecord(0, null, zeros));

            isRefused(RecordTooLargeException.class, bomb);
        }
    }

    @Test
    void snappyThatClaimsGigabytesIsNotUnpacked() {
        byte[] claim = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07, 0};
        ByteBuffer chunk = ByteBuffer.allocate(26);
        chunk.putInt(0x82534e41)
                .put(new byte[12])
                .putInt(claim.length)
                .put(claim)
                .flip();

        assertThatThrownBy(() -> SnappyChunks.check(chunk, 1 << 20)).isInstanceOf(RecordTooLargeException.class);
        assertThatThrownBy(() -> SnappyChunks.check(ByteBuffer.wrap(claim), 1 << 20))
                .isInstanceOf(RecordTooLargeException.class);
        assertThatThrownBy(() -> SnappyChunks.check(chunk.putInt(16, 99), 1 << 20))
                .isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void whateverIsChangedIsRefusedOrWholeAndNothingElse() {
        Random chance = new Random(42);
        for (int i = 0; i < 3_000; i++) {
            MemoryRecords sent = Batches.of(CODECS.get(i % CODECS.size()), 5);
            MemoryRecords broken = Batches.changed(sent, bytes -> {
                int changes = 1 + chance.nextInt(4);
                for (int c = 0; c < changes; c++) {
                    bytes.put(chance.nextInt(bytes.limit()), (byte) chance.nextInt());
                }
            });
            try {
                BatchRules.check(VERSION, broken);
            } catch (ApiException refused) {
                continue;
            }
            // What is taken can be read to its end.
            assertThat(broken.records()).doesNotContainNull();
        }
    }
}
