// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * When a node could act as leader, in memory that it shares with the demo, and that outlives {@code kill -9}.
 * One process writes, others read. Instants are {@link System#nanoTime()}, which on Linux is one clock for all
 * processes of a machine.
 */
final class ActivityFile {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int RECORD = 3 * Long.BYTES;
    private static final int MOST_RECORDS = 10_000;
    private static final int SIZE = Long.BYTES + RECORD * MOST_RECORDS;

    private final MappedByteBuffer memory;

    /** A leadership that acted: the first and the last instant at which it certainly might. */
    record Span(String node, long epoch, long began, long lastActed) {}

    private ActivityFile(MappedByteBuffer memory) {
        this.memory = memory;
    }

    static void create(Path file) throws IOException {
        Files.write(file, new byte[SIZE], StandardOpenOption.CREATE_NEW);
    }

    static ActivityFile open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ActivityFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
        }
    }

    /** Notes that a leadership might act at this instant. Of one thread at a time. */
    void acts(long epoch, long at) {
        int count = count();
        if (count > 0 && read(place(count - 1)) == epoch) {
            write(place(count - 1) + 2 * Long.BYTES, at);
        } else if (count < MOST_RECORDS) {
            write(place(count), epoch);
            write(place(count) + Long.BYTES, at);
            write(place(count) + 2 * Long.BYTES, at);
            // Last, so that no reader sees a record that is not complete.
            write(0, count + 1L);
        }
    }

    /** All leaderships so far, in the order of their epochs. */
    List<Span> spans(String node) {
        List<Span> spans = new ArrayList<>();
        int count = count();
        for (int i = 0; i < count; i++) {
            spans.add(new Span(node, read(place(i)), read(place(i) + Long.BYTES), read(place(i) + 2 * Long.BYTES)));
        }
        return spans;
    }

    private int count() {
        return Math.toIntExact(read(0));
    }

    private static int place(int record) {
        return Long.BYTES + record * RECORD;
    }

    private long read(int place) {
        return (long) LONG.getVolatile((ByteBuffer) memory, place);
    }

    private void write(int place, long value) {
        LONG.setVolatile((ByteBuffer) memory, place, value);
    }
}
