// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * Where some batches of a segment begin, about one for each 4 KiB, and how late records are up to there. It only says
 * where to begin to look: what is found is in the segment. Not safe for use by several threads.
 */
final class SegmentIndex {
    private static final int EVERY_BYTES = 4096;
    private static final int FORMAT = 0x42_49_58_01;
    private static final int HEAD = Integer.BYTES + Long.BYTES + 2 * Integer.BYTES;
    private static final int MARK = 2 * Long.BYTES + Integer.BYTES;

    private long[] offsets = new long[16];
    private int[] positions = new int[16];
    /** The latest timestamp of what is before the next mark; never falls. */
    private long[] latest = new long[16];

    private int marks;
    private int covered;

    /** A batch that the index knows. */
    record Mark(long offset, int position) {}

    /** Up to where batches were looked at. */
    int covered() {
        return covered;
    }

    /** The next batch, or several behind each other. */
    void add(long offset, int position, int size, long maxTimestamp) {
        if (marks == 0 || position - positions[marks - 1] >= EVERY_BYTES) {
            if (marks == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * marks);
                positions = Arrays.copyOf(positions, 2 * marks);
                latest = Arrays.copyOf(latest, 2 * marks);
            }
            offsets[marks] = offset;
            positions[marks] = position;
            latest[marks] = marks == 0 ? RecordBatch.NO_TIMESTAMP : latest[marks - 1];
            marks++;
        }
        latest[marks - 1] = Math.max(latest[marks - 1], maxTimestamp);
        covered = position + size;
    }

    /** Forgets what is behind the first bytes. Timestamps may be too late then, so that a search begins too early. */
    void cut(int bytes) {
        while (marks > 0 && positions[marks - 1] >= bytes) {
            marks--;
        }
        covered = Math.min(covered, bytes);
    }

    /** The last known batch that begins at or before an offset. */
    Optional<Mark> before(long offset) {
        int at = Arrays.binarySearch(offsets, 0, marks, offset);
        return mark(at >= 0 ? at : -at - 2);
    }

    /** The last known batch that begins at or before a position. */
    Optional<Mark> at(int position) {
        int at = Arrays.binarySearch(positions, 0, marks, position);
        return mark(at >= 0 ? at : -at - 2);
    }

    /** The last known batch before the first record that is as late as this. */
    Optional<Mark> since(long timestamp) {
        int low = 0;
        int high = marks;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latest[middle] >= timestamp) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return mark(Math.min(low, marks - 1));
    }

    private Optional<Mark> mark(int number) {
        return number < 0 ? Optional.empty() : Optional.of(new Mark(offsets[number], positions[number]));
    }

    /**
     * Keeps what it knows of the first bytes for the next start. It is not forced: one that is not whole is made anew.
     *
     * @param bytes that end where a batch ends
     */
    void write(Path file, long base, int bytes) throws IOException {
        int count = marks;
        while (count > 0 && positions[count - 1] >= bytes) {
            count--;
        }
        ByteBuffer out = ByteBuffer.allocate(HEAD + count * MARK + Long.BYTES);
        out.putInt(FORMAT).putLong(base).putInt(Math.min(covered, bytes)).putInt(count);
        for (int i = 0; i < count; i++) {
            out.putLong(offsets[i]).putInt(positions[i]).putLong(latest[i]);
        }
        out.putLong(checksum(out.array(), out.position())).flip();
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What was kept of the first bytes of a segment; an empty one if that is missing, damaged, or of something else. */
    static SegmentIndex read(Path file, long base, int bytes) throws IOException {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return new SegmentIndex();
        }
        int length = content.length - Long.BYTES;
        ByteBuffer in = ByteBuffer.wrap(content);
        if (length < HEAD || checksum(content, length) != in.getLong(length)) {
            return new SegmentIndex();
        }
        boolean isOurs = in.getInt() == FORMAT && in.getLong() == base;
        SegmentIndex read = new SegmentIndex();
        int covered = in.getInt();
        int marks = in.getInt();
        if (!isOurs || marks < 0 || length != HEAD + (long) marks * MARK) {
            return read;
        }
        read.offsets = new long[Math.max(16, marks)];
        read.positions = new int[read.offsets.length];
        read.latest = new long[read.offsets.length];
        for (int i = 0; i < marks; i++) {
            read.offsets[i] = in.getLong();
            read.positions[i] = in.getInt();
            read.latest[i] = in.getLong();
        }
        read.marks = marks;
        read.covered = covered;
        read.cut(bytes);
        return read;
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }
}
