// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.partitions.TimestampedOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.common.errors.CorruptRecordException;
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
    /** More is not looked at when a segment is opened, nor while an append waits: a reader does then. */
    private static final int MAX_CAUGHT_UP_BY_OPENING = 2 * MAX_UNINDEXED_BYTES;

    private static final int MAX_CAUGHT_UP_BY_APPEND = 1 << 20;
    /** Batches are looked at by pieces of this size, unless one is larger. */
    private static final int PIECE_BYTES = 1 << 20;

    private final long base;
    private final FileRecords records;
    /** The committed part of it. */
    private volatile int committed;

    private volatile long end;
    private volatile long maxTimestamp = RecordBatch.NO_TIMESTAMP;

    /** Held by the reader who looks at batches that the index does not know; those who append do not wait for it. */
    private final ReentrantLock looking = new ReentrantLock();
    /** Guarded by this, as are the next three. */
    private SegmentIndex index = new SegmentIndex();
    /** How much of the segment the file with the index is about. */
    private int kept;
    /** Whether what the file has is still to be read. */
    private boolean isUnread;
    /** So much of the index comes from the file, and is compared with the segment when it is used. */
    private int unproven;

    /** A batch, or several behind each other. */
    private record Looked(long offset, int position, int size, long maxTimestamp) {}

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
        indexed(new Looked(from, position, bytes() - position, timestamp), MAX_CAUGHT_UP_BY_APPEND);
        reached(endOffset, timestamp);
    }

    /** Batches that are there already belong to it. */
    void found(EntryHeader.Item item, int position) throws IOException {
        indexed(new Looked(item.baseOffset(), position, item.size(), item.maxTimestamp()), MAX_CAUGHT_UP_BY_OPENING);
        reached(item.endOffset(), item.maxTimestamp());
    }

    private void reached(long endOffset, long timestamp) {
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
    Optional<TimestampedOffset> latestTimestamp() throws IOException {
        long latest = maxTimestamp;
        Optional<TimestampedOffset> found = latestTimestamp(known(it -> it.since(latest)));
        // It may not be committed yet.
        return found.filter(it -> it.timestamp() == latest).isPresent() ? found : latestTimestamp(0);
    }

    private Optional<TimestampedOffset> latestTimestamp(int from) {
        long best = RecordBatch.NO_TIMESTAMP;
        Optional<TimestampedOffset> found = Optional.empty();
        for (FileChannelRecordBatch batch : records.batchesFrom(from)) {
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

    /** Where a batch begins that the index knows, as far as the segment says so too; else the beginning. */
    private int known(Function<SegmentIndex, Optional<SegmentIndex.Mark>> asked) throws IOException {
        complete(committed);
        Optional<SegmentIndex.Mark> mark = ask(asked);
        if (mark.isPresent() && !isProven(mark.get()) && !isThere(mark.get())) {
            forget();
            complete(committed);
            mark = ask(asked);
        }
        return mark.map(SegmentIndex.Mark::position).orElse(0);
    }

    private synchronized Optional<SegmentIndex.Mark> ask(Function<SegmentIndex, Optional<SegmentIndex.Mark>> asked) {
        return asked.apply(index);
    }

    private synchronized boolean isProven(SegmentIndex.Mark mark) {
        return mark.position() >= unproven;
    }

    /**
     * The index says what the segment does not.
     *
     * @return whether any of it came from the file
     */
    private synchronized boolean forget() {
        boolean isKept = unproven > 0;
        if (isKept) {
            index = new SegmentIndex();
            kept = 0;
            unproven = 0;
        }
        return isKept;
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

    /** Looks at all batches of the first bytes that were not looked at yet; one reader at a time. */
    private void complete(int bytes) throws IOException {
        if (covered() >= bytes) {
            return;
        }
        looking.lock();
        try {
            while (covered() < bytes && goOn(bytes)) {}
        } finally {
            looking.unlock();
        }
    }

    private synchronized int covered() throws IOException {
        return index().covered();
    }

    /** The next batch; nothing if another thread was faster, or the index was forgotten meanwhile. */
    private synchronized void add(Looked batch) {
        if (batch.position() == index.covered()) {
            index.add(batch.offset(), batch.position(), batch.size(), batch.maxTimestamp());
        }
    }

    /** Those that came in, if so much at most is missing before. */
    private synchronized void indexed(Looked batches, int mostMissing) throws IOException {
        int to = batches.position();
        while (covered() < to && to - covered() <= mostMissing && goOn(to)) {}
        add(batches);
    }

    /** @return whether that changed anything */
    private boolean goOn(int to) throws IOException {
        List<Looked> found;
        try {
            found = look(covered(), to);
        } catch (CorruptRecordException elsewhere) {
            if (forget()) {
                return true;
            }
            throw elsewhere;
        }
        found.forEach(this::add);
        return !found.isEmpty() || forget();
    }

    /** Some of the batches between two positions, from the first on; none if no whole one is there. */
    private List<Looked> look(int from, int to) throws IOException {
        List<Looked> found = new ArrayList<>();
        int wanted = Math.min(PIECE_BYTES, to - from);
        while (found.isEmpty()) {
            int position = from;
            for (RecordBatch batch :
                    MemoryRecords.readableRecords(bytes(from, wanted)).batches()) {
                found.add(new Looked(batch.baseOffset(), position, batch.sizeInBytes(), batch.maxTimestamp()));
                position += batch.sizeInBytes();
            }
            if (wanted == to - from) {
                break;
            }
            wanted = (int) Math.min(4L * wanted, to - from);
        }
        return found;
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
