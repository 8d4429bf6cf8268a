// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.partitions.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * One file of a partition: batches, one behind the other, in the format in which they are sent. Written by one thread,
 * read by any. Where batches begin is remembered sparsely, and found out when it is first asked for.
 */
final class Segment {
    private static final String SUFFIX = ".log";
    private static final int INDEX_EVERY_BYTES = 4096;

    private final long base;
    private final FileRecords records;
    /** The committed part of it. */
    private volatile int committed;

    private volatile long end;
    private volatile long maxTimestamp = RecordBatch.NO_TIMESTAMP;

    private long[] offsets = new long[16];
    private int[] positions = new int[16];
    private int marks;
    /** Up to where batches were looked at. */
    private int indexed;

    /** How long a segment was before something was appended. */
    record Mark(int bytes, long end, long maxTimestamp) {}

    private Segment(long base, FileRecords records) {
        this.base = base;
        this.records = records;
        this.end = base;
    }

    static Segment create(Path folder, long base) throws IOException {
        return new Segment(base, FileRecords.open(file(folder, base).toFile(), true));
    }

    /** The first part of a file that is there; what is behind it is not known yet. */
    static Segment open(Path folder, long base, Mark known) throws IOException {
        Segment segment = create(folder, base);
        segment.end = known.end();
        segment.maxTimestamp = known.maxTimestamp();
        segment.committed = known.bytes();
        return segment;
    }

    static Path file(Path folder, long base) {
        return folder.resolve(String.format("%020d%s", base, SUFFIX));
    }

    static boolean isOne(Path file) {
        return file.getFileName().toString().matches("\\d{20}\\" + SUFFIX);
    }

    static long base(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    long base() {
        return base;
    }

    /** The offset after its last record. */
    long end() {
        return end;
    }

    long maxTimestamp() {
        return maxTimestamp;
    }

    int bytes() {
        return records.sizeInBytes();
    }

    int committed() {
        return committed;
    }

    Path path() {
        return records.file().toPath();
    }

    Mark mark() {
        return new Mark(bytes(), end, maxTimestamp);
    }

    void append(ByteBuffer batches, long endOffset, long timestamp) throws IOException {
        records.append(MemoryRecords.readableRecords(batches));
        reached(endOffset, timestamp);
    }

    /** Batches that are there already belong to it. */
    void reached(long endOffset, long timestamp) {
        end = endOffset;
        maxTimestamp = Math.max(maxTimestamp, timestamp);
    }

    void commit(int bytes) {
        committed = Math.max(committed, bytes);
    }

    synchronized void cut(Mark to) throws IOException {
        if (records.sizeInBytes() > to.bytes()) {
            records.truncateTo(to.bytes());
        }
        end = to.end();
        maxTimestamp = to.maxTimestamp();
        while (marks > 0 && positions[marks - 1] >= to.bytes()) {
            marks--;
        }
        indexed = Math.min(indexed, to.bytes());
    }

    /** Whether it is open; one that was dropped again is not. */
    boolean isThere() {
        return records.channel().isOpen();
    }

    void force() throws IOException {
        try {
            records.flush();
        } catch (ClosedChannelException dropped) {
            // Another leader has other records: nobody needs these.
            if (isThere()) {
                throw dropped;
            }
        }
    }

    /** The bytes from a position on; fewer if the file is shorter. */
    ByteBuffer bytes(int position, int size) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(Math.max(0, Math.min(size, bytes() - position)));
        while (into.hasRemaining()) {
            int read = records.channel().read(into, position + into.position());
            if (read < 0) {
                break;
            }
        }
        return into.flip();
    }

    /** Where the batch with this offset, or the next one, begins in the first bytes of the file. */
    int position(long offset, int within) {
        index();
        for (FileChannelRecordBatch batch : records.batchesFrom(floor(offset))) {
            if (batch.position() >= within) {
                return within;
            }
            if (batch.lastOffset() >= offset) {
                return batch.position();
            }
        }
        return within;
    }

    /** Whole committed batches from a position on: at least one, and else not more than so many bytes. */
    FileRecords slice(int position, int maxBytes) {
        int limit = (int) Math.min(committed, (long) position + Math.max(0, maxBytes));
        int from = Math.max(position, floorPosition(limit));
        int to = from;
        for (FileChannelRecordBatch batch : records.batchesFrom(from)) {
            int next = batch.position() + batch.sizeInBytes();
            if ((next > limit && batch.position() > position) || batch.position() >= committed) {
                break;
            }
            to = next;
        }
        return records.slice(position, to - position);
    }

    /** The committed record with the largest timestamp; the first of those that are equal. */
    Optional<TimestampedOffset> latestTimestamp() {
        long best = RecordBatch.NO_TIMESTAMP;
        Optional<TimestampedOffset> found = Optional.empty();
        for (FileChannelRecordBatch batch : records.batches()) {
            if (batch.position() >= committed) {
                break;
            }
            if (batch.maxTimestamp() > best) {
                best = batch.maxTimestamp();
                found = Optional.of(new TimestampedOffset(
                        batch.offsetOfMaxTimestamp().orElse(batch.lastOffset()),
                        best,
                        Epoch.of(batch.partitionLeaderEpoch())));
            }
        }
        return found;
    }

    /** For what needs to look into batches. */
    FileRecords records() {
        return records;
    }

    private synchronized int floor(long offset) {
        int at = Arrays.binarySearch(offsets, 0, marks, offset);
        int found = at >= 0 ? at : -at - 2;
        return found < 0 ? 0 : positions[found];
    }

    private synchronized int floorPosition(int position) {
        int at = Arrays.binarySearch(positions, 0, marks, position);
        int found = at >= 0 ? at : -at - 2;
        return found < 0 ? 0 : positions[found];
    }

    private synchronized void index() {
        if (indexed >= committed) {
            return;
        }
        for (FileChannelRecordBatch batch : records.batchesFrom(indexed)) {
            if (batch.position() >= committed) {
                return;
            }
            if (marks == 0 || batch.position() - positions[marks - 1] >= INDEX_EVERY_BYTES) {
                if (marks == offsets.length) {
                    offsets = Arrays.copyOf(offsets, 2 * marks);
                    positions = Arrays.copyOf(positions, 2 * marks);
                }
                offsets[marks] = batch.baseOffset();
                positions[marks++] = batch.position();
            }
            indexed = batch.position() + batch.sizeInBytes();
        }
    }

    void close() throws IOException {
        records.closeHandlers();
    }
}
