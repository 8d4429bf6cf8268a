// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.partitions.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;

/**
 * One file of a partition: batches, one behind the other, in the format in which they are sent. Written by one thread,
 * read by any. Where batches begin is remembered {@linkplain SegmentIndex sparsely}, kept in a file of its own for the
 * next start, and found out from the batches where that is missing or wrong.
 */
final class Segment {
    private static final String SUFFIX = ".log";
    private static final String INDEX_SUFFIX = ".index";
    /** So much may have to be looked at again after a restart. */
    private static final int MAX_UNINDEXED_BYTES = 8 << 20;
    /** More is not looked at while an append waits. */
    private static final int MAX_CAUGHT_UP_BYTES = 2 * MAX_UNINDEXED_BYTES;

    private final long base;
    private final FileRecords records;
    /** The committed part of it. */
    private volatile int committed;

    private volatile long end;
    private volatile long maxTimestamp = RecordBatch.NO_TIMESTAMP;

    private SegmentIndex index = new SegmentIndex();
    /** How much of the segment the file with the index is about. */
    private int kept;
    /** Whether what the file has is still to be read. */
    private boolean isUnread;
    /** So much of the index comes from the file, and is compared with the segment when it is used. */
    private int unproven;

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
        segment.isUnread = true;
        return segment;
    }

    static Path file(Path folder, long base) {
        return folder.resolve(String.format("%020d%s", base, SUFFIX));
    }

    /** The file with the index of a segment in the same folder. */
    static Path indexFile(Path segment) {
        return segment.resolveSibling(segment.getFileName().toString().replace(SUFFIX, INDEX_SUFFIX));
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
        long from = end;
        int position = bytes();
        records.append(MemoryRecords.readableRecords(batches));
        synchronized (this) {
            if (position - index().covered() <= MAX_CAUGHT_UP_BYTES) {
                complete(position);
                index.add(from, position, bytes() - position, timestamp);
            }
        }
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
        index().cut(to.bytes());
    }

    /** Whether it is open; one that was dropped again is not. */
    boolean isThere() {
        return records.channel().isOpen();
    }

    void force() throws IOException {
        try {
            records.flush();
        } catch (ClosedChannelException dropped) {
            // Another leader has other records: these are not needed.
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
    int position(long offset, int within) throws IOException {
        for (FileChannelRecordBatch batch : records.batchesFrom(known(it -> it.before(offset)))) {
            if (batch.position() >= within) {
                return within;
            }
            if (batch.lastOffset() >= offset) {
                return batch.position();
            }
        }
        return within;
    }

    /** The first record that is not earlier, from an offset on. */
    Optional<FileRecords.TimestampAndOffset> search(long timestamp, long from) throws IOException {
        int near = known(it -> it.since(timestamp));
        return Optional.ofNullable(records.searchForTimestamp(timestamp, near, from));
    }

    /** Whole committed batches from a position on: at least one, and else not more than so many bytes. */
    FileRecords slice(int position, int maxBytes) throws IOException {
        int limit = (int) Math.min(committed, (long) position + Math.max(0, maxBytes));
        int from = Math.max(position, known(it -> it.at(limit)));
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

    /** Where a batch begins that the index knows, as far as the segment says so too; else the beginning. */
    private synchronized int known(Function<SegmentIndex, Optional<SegmentIndex.Mark>> asked) throws IOException {
        complete(committed);
        Optional<SegmentIndex.Mark> mark = asked.apply(index);
        if (mark.isPresent() && mark.get().position() < unproven && !isThere(mark.get())) {
            index = new SegmentIndex();
            kept = 0;
            unproven = 0;
            complete(committed);
            mark = asked.apply(index);
        }
        return mark.map(SegmentIndex.Mark::position).orElse(0);
    }

    private boolean isThere(SegmentIndex.Mark mark) throws IOException {
        ByteBuffer head = bytes(mark.position(), Records.HEADER_SIZE_UP_TO_MAGIC);
        return head.remaining() == Records.HEADER_SIZE_UP_TO_MAGIC
                && head.getLong(Records.OFFSET_OFFSET) == mark.offset()
                && head.get(Records.MAGIC_OFFSET) == RecordBatch.CURRENT_MAGIC_VALUE
                && fits(mark.position() + Records.LOG_OVERHEAD, head.getInt(Records.SIZE_OFFSET));
    }

    private boolean fits(int position, int size) {
        return size > 0 && size <= committed - position;
    }

    private SegmentIndex index() throws IOException {
        if (isUnread) {
            index = SegmentIndex.read(indexFile(path()), base, committed);
            kept = index.covered();
            unproven = kept;
            isUnread = false;
        }
        return index;
    }

    /** Looks at all batches of the first bytes that were not looked at yet. */
    private void complete(int bytes) throws IOException {
        SegmentIndex known = index();
        if (known.covered() >= bytes) {
            return;
        }
        for (FileChannelRecordBatch batch : records.batchesFrom(known.covered())) {
            if (batch.position() >= bytes) {
                return;
            }
            known.add(batch.baseOffset(), batch.position(), batch.sizeInBytes(), batch.maxTimestamp());
        }
    }

    /**
     * Keeps the index, if it is about much more than what was kept of it.
     *
     * @param isSealed whether it takes no further records
     */
    synchronized void keepIndex(boolean isSealed) throws IOException {
        SegmentIndex known = index();
        int sure = committed;
        int fresh = Math.min(known.covered(), sure) - kept;
        boolean isDone = isSealed && sure == bytes();
        if (fresh > 0 && (isDone || fresh >= MAX_UNINDEXED_BYTES)) {
            known.write(indexFile(path()), base, sure);
            kept += fresh;
        }
    }

    void close() throws IOException {
        records.closeHandlers();
    }
}
