// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * The last record of each key, in the order of the log: all that a partition about groups says. The rest of it can be
 * forgotten after these are written once more. Confined to one thread.
 */
final class CompactedRecords {
    private static final int BATCH_BYTES = 256 * 1024;

    private final Map<ByteBuffer, SimpleRecord> last = new LinkedHashMap<>();

    void add(Record record) {
        ByteBuffer key = ByteBuffer.wrap(Utils.toArray(record.key()));
        // Removed first, so that its new place is at the end.
        last.remove(key);
        if (record.hasValue()) {
            last.put(key, new SimpleRecord(record.timestamp(), key.array(), Utils.toArray(record.value())));
        }
    }

    int size() {
        return last.size();
    }

    /**
     * Writes them to the end of the log, and has everything before deleted. Nothing else may append meanwhile.
     *
     * @return the end of the log
     */
    long rewrite(PartitionLog log) {
        long begin = log.endOffset();
        long end = begin;
        List<SimpleRecord> batch = new ArrayList<>();
        int bytes = 0;
        for (SimpleRecord record : last.values()) {
            batch.add(record);
            bytes += record.key().remaining() + record.value().remaining();
            if (bytes >= BATCH_BYTES) {
                end = append(log, batch);
                batch.clear();
                bytes = 0;
            }
        }
        if (!batch.isEmpty()) {
            end = append(log, batch);
        }
        log.deleteBefore(begin).join();
        return end;
    }

    private static long append(PartitionLog log, List<SimpleRecord> batch) {
        Append append = log.append(MemoryRecords.withRecords(Compression.NONE, batch.toArray(SimpleRecord[]::new)));
        append.committed().join();
        return append.endOffset();
    }
}
