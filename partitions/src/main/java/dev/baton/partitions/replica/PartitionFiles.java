// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The segments of one partition. Changed by one thread, read by any.
 *
 * <ol>
 *   <li>Segments are named for the offset of their first record, and only the last one grows.
 *   <li>What is committed is never changed; it is deleted by whole segments, from the beginning.
 * </ol>
 */
final class PartitionFiles {
    private final Path folder;
    private final IntSupplier segmentBytes;
    private final ConcurrentSkipListMap<Long, Segment> segments = new ConcurrentSkipListMap<>();
    private @Nullable Segment last;
    /** How much of the last segment is accounted for; what is behind it counts for nothing. Used when files are opened. */
    private int known;

    /**
     * What was appended, so that it can be committed or undone.
     *
     * @param segment empty if there was nothing to append
     */
    record Written(PartitionFiles files, Optional<Segment> segment, Segment.Mark before, int after, boolean isNew) {
        static Written nothing(PartitionFiles files) {
            return new Written(files, Optional.empty(), new Segment.Mark(0, 0, 0), 0, false);
        }

        void commit() {
            segment.ifPresent(it -> it.commit(after));
        }

        /** The latest one first. */
        void undo() throws IOException {
            if (segment.isPresent()) {
                files.undo(segment.get(), before, isNew);
            }
        }
    }

    /** @param segmentBytes a segment that would become larger is followed by another one */
    PartitionFiles(Path folder, IntSupplier segmentBytes) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
    }

    /** A segment that is known from before. */
    void open(long base, Segment.Mark mark) throws IOException {
        Segment segment = Segment.open(folder, base, mark);
        segments.put(base, segment);
        last = segment;
        known = mark.bytes();
    }

    /** Whether batches of this size would begin a further segment, as far as is known before they are written. */
    boolean needsFile(int size) {
        Map.Entry<Long, Segment> latest = segments.lastEntry();
        return latest == null || (long) latest.getValue().bytes() + size > segmentBytes.getAsInt();
    }

    /** Appends batches behind the last ones, or behind ones that are missing. */
    Written append(EntryHeader.Item item, ByteBuffer batches) throws IOException {
        Segment into = last;
        boolean isNew = into == null
                || into.end() != item.baseOffset()
                || (long) into.bytes() + item.size() > segmentBytes.getAsInt();
        if (isNew || into == null) {
            if (segments.isEmpty()) {
                Files.createDirectories(folder);
            }
            into = Segment.create(folder, item.baseOffset());
            segments.put(into.base(), into);
            last = into;
        }
        Segment.Mark before = into.mark();
        try {
            into.append(batches, item.endOffset(), item.maxTimestamp());
        } catch (IOException torn) {
            undo(into, before, isNew);
            throw torn;
        }
        return new Written(this, Optional.of(into), before, into.bytes(), isNew);
    }

    /**
     * Finds batches of the log in the files, behind those that were found before.
     *
     * @param verify whether to read them, and not only to look whether there are so many bytes
     * @return empty if they are not there
     */
    Optional<Written> recover(EntryHeader.Item item, long term, boolean verify) throws IOException {
        boolean mayBeNew = Files.exists(Segment.file(folder, item.baseOffset()));
        Segment before = last;
        if (mayBeNew) {
            // It may also be left over from records that were never committed.
            Segment fresh = Segment.create(folder, item.baseOffset());
            if (isThere(fresh, 0, item, term, true)) {
                if (before != null) {
                    before.cut(new Segment.Mark(known, before.end(), before.maxTimestamp()));
                }
                segments.put(fresh.base(), fresh);
                return Optional.of(found(fresh, 0, item, true));
            }
            fresh.close();
        }
        return before != null
                        && before.end() == item.baseOffset()
                        && isThere(before, known, item, term, verify || mayBeNew)
                ? Optional.of(found(before, known, item, false))
                : Optional.empty();
    }

    private static boolean isThere(Segment segment, int position, EntryHeader.Item item, long term, boolean verify)
            throws IOException {
        return segment.bytes() >= position + item.size()
                && (!verify || BatchCheck.isWhole(segment.bytes(position, item.size()), item, term));
    }

    /**
     * Passes if batches that were not found are simply not there, or others are in their place.
     *
     * @throws IOException if there are as many bytes, and they are no batches
     */
    void requireUndamaged(EntryHeader.Item item) throws IOException {
        Path next = Segment.file(folder, item.baseOffset());
        if (Files.exists(next)) {
            Segment fresh = Segment.create(folder, item.baseOffset());
            try {
                requireUndamaged(fresh, 0, item);
            } finally {
                fresh.close();
            }
        }
        Segment end = last;
        if (end != null && end.end() == item.baseOffset()) {
            requireUndamaged(end, known, item);
        }
    }

    private static void requireUndamaged(Segment segment, int position, EntryHeader.Item item) throws IOException {
        if (segment.bytes() >= position + item.size() && BatchCheck.isDamaged(segment.bytes(position, item.size()))) {
            throw new IOException(segment.path() + " is damaged at byte " + position + ": the records of " + item.key()
                    + " from offset " + item.baseOffset()
                    + " on do not match their checksum, and the machine has been up since they were written");
        }
    }

    private Written found(Segment segment, int position, EntryHeader.Item item, boolean isNew) throws IOException {
        Segment.Mark before = new Segment.Mark(position, segment.end(), segment.maxTimestamp());
        segment.found(item, position);
        last = segment;
        known = position + item.size();
        return new Written(this, Optional.of(segment), before, known, isNew);
    }

    /** Whether there are records behind an offset that is missing. */
    boolean hasAfter(long offset) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> Segment.isOne(file) && Segment.base(file) >= offset);
        }
    }

    private void undo(Segment segment, Segment.Mark before, boolean isNew) throws IOException {
        if (isNew) {
            segments.remove(segment.base());
            Map.Entry<Long, Segment> former = segments.lastEntry();
            last = former == null ? null : former.getValue();
            known = former == null ? 0 : former.getValue().bytes();
            segment.close();
            Files.deleteIfExists(segment.path());
            Files.deleteIfExists(Segment.indexFile(segment.path()));
        } else {
            segment.cut(before);
            known = before.bytes();
        }
    }

    /** Removes what is in the folder and was not found to be in the log. */
    void clean() throws IOException {
        Segment end = last;
        if (end != null) {
            end.cut(new Segment.Mark(known, end.end(), end.maxTimestamp()));
        }
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!belongs(file)) {
                    Files.delete(file);
                }
            }
        }
    }

    private boolean belongs(Path file) {
        return segments.values().stream()
                .map(Segment::path)
                .anyMatch(it -> file.equals(it) || file.equals(Segment.indexFile(it)));
    }

    /** Keeps what is known of where batches begin. By the thread that deletes files. */
    static void keepIndexes(Collection<PartitionFiles> all) throws IOException {
        for (PartitionFiles each : all) {
            for (Segment segment : each.segments.values()) {
                segment.keepIndex(segment != each.last);
            }
        }
    }

    /** The bytes of an item; empty if they were deleted. */
    Optional<ByteBuffer> find(EntryHeader.Item item) throws IOException {
        Map.Entry<Long, Segment> entry = segments.floorEntry(item.baseOffset());
        if (entry == null || entry.getValue().end() < item.endOffset()) {
            return Optional.empty();
        }
        Segment segment = entry.getValue();
        ByteBuffer bytes = segment.bytes(segment.position(item.baseOffset(), segment.bytes()), item.size());
        if (bytes.remaining() < item.size()) {
            throw new IOException(segment.path() + " ends within the records from offset " + item.baseOffset() + " on");
        }
        return Optional.of(bytes);
    }

    Collection<Segment> segments() {
        return segments.values();
    }

    /** The segment with the offset, or the next one. */
    Optional<Segment> segment(long offset) {
        Map.Entry<Long, Segment> floor = segments.floorEntry(offset);
        if (floor != null && floor.getValue().end() > offset) {
            return Optional.of(floor.getValue());
        }
        return Optional.ofNullable(segments.higherEntry(offset)).map(Map.Entry::getValue);
    }

    Optional<Segment> lastSegment() {
        return Optional.ofNullable(last);
    }

    Path folder() {
        return folder;
    }

    long bytes() {
        return segments.values().stream().mapToLong(Segment::bytes).sum();
    }

    /**
     * Deletes the segments whose records are all before an offset.
     *
     * @return those, still open: a reader may be using them
     */
    List<Segment> deleteBefore(long offset) throws IOException {
        List<Segment> deleted = new ArrayList<>();
        for (Segment segment : List.copyOf(segments.values())) {
            if (segment.end() > offset || segment.end() == segment.base()) {
                break;
            }
            segments.remove(segment.base());
            if (last == segment) {
                last = null;
            }
            Files.deleteIfExists(segment.path());
            Files.deleteIfExists(Segment.indexFile(segment.path()));
            deleted.add(segment);
        }
        return deleted;
    }

    /** Deletes everything. Returns what is still open. */
    List<Segment> delete() throws IOException {
        List<Segment> deleted = List.copyOf(segments.values());
        segments.clear();
        last = null;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
        return deleted;
    }

    void close() throws IOException {
        for (Segment segment : segments.values()) {
            segment.close();
        }
    }
}
