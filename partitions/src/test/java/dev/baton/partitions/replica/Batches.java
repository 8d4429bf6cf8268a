// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.partitions.PartitionLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Batches with texts, and texts from batches. */
final class Batches {
    private Batches() {}

    static MemoryRecords of(String... texts) {
        return at(1_000, texts);
    }

    static MemoryRecords at(long timestamp, String... texts) {
        return MemoryRecords.withRecords(Compression.NONE, records(timestamp, texts));
    }

    static MemoryRecords numbered(long producer, int sequence, String... texts) {
        return numbered(producer, 0, sequence, texts);
    }

    static MemoryRecords numbered(long producer, int epoch, int sequence, String... texts) {
        return MemoryRecords.withIdempotentRecords(
                Compression.NONE, producer, (short) epoch, sequence, records(1_000, texts));
    }

    private static SimpleRecord[] records(long timestamp, String... texts) {
        return Stream.of(texts)
                .map(text -> new SimpleRecord(timestamp, text.getBytes(StandardCharsets.UTF_8)))
                .toArray(SimpleRecord[]::new);
    }

    /** One line for each record: its offset and its text. */
    static List<String> texts(Records records) {
        List<String> texts = new ArrayList<>();
        for (RecordBatch batch : records.batches()) {
            batch.ensureValid();
            for (Record record : batch) {
                texts.add(record.offset() + "=" + text(record.value()));
            }
        }
        return texts;
    }

    static String text(ByteBuffer value) {
        return StandardCharsets.UTF_8.decode(value.duplicate()).toString();
    }

    /** Everything from an offset on, as a consumer reads it. */
    static List<String> read(PartitionLog log, long from, int maxBytes) {
        List<String> all = new ArrayList<>();
        long next = from;
        while (next < log.highWatermark()) {
            Records records = log.read(next, maxBytes).records();
            long end = next;
            for (RecordBatch batch : records.batches()) {
                end = batch.nextOffset();
            }
            if (end == next) {
                throw new AssertionError("nothing at " + next + " of " + log.highWatermark());
            }
            for (String text : texts(records)) {
                if (Long.parseLong(text.substring(0, text.indexOf('='))) >= next) {
                    all.add(text);
                }
            }
            next = end;
        }
        return all;
    }
}
