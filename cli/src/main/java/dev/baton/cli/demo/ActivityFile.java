// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records when a process could act, as leader or on a partition, in memory that it shares with the demo, and that
 * survives {@code kill -9}. One process writes, others read. Instants are {@link System#nanoTime()}, which on Linux is
 * one clock for all processes of a machine.
 */
public final class ActivityFile {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int RECORD = 4 * Long.BYTES;
    private static final int EPOCH = Long.BYTES;
    private static final int BEGAN = 2 * Long.BYTES;
    private static final int LAST_ACTED = 3 * Long.BYTES;
    private static final int MAX_RECORDS = 10_000;
    private static final int SIZE = Long.BYTES + RECORD * MAX_RECORDS;

    private final MappedByteBuffer memory;

    /** Where the newest record of each subject is; only the writer knows. */
    private final Map<Long, Integer> newest = new HashMap<>();

    /**
     * A time span of acting: the first and the last instant at which the process certainly might act.
     *
     * @param subject what it acted on: the number of a partition, or 0 where there is one thing only
     * @param epoch of its leadership, or its token
     */
    public record Span(String node, long subject, long epoch, long began, long lastActed) {}

    private ActivityFile(MappedByteBuffer memory) {
        this.memory = memory;
    }

    public static void create(Path file) throws IOException {
        Files.write(file, new byte[SIZE], StandardOpenOption.CREATE_NEW);
    }

    public static ActivityFile open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ActivityFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Records that this process might act on the subject at this instant. One thread at a time. */
    public void acts(long subject, long epoch, long at) {
        Integer record = newest.get(subject);
        if (record != null && read(place(record) + EPOCH) == epoch) {
            write(place(record) + LAST_ACTED, at);
            return;
        }
        int count = count();
        if (count == MAX_RECORDS) {
            throw new IllegalStateException("there is room for " + MAX_RECORDS + " records only");
        }
        write(place(count), subject);
        write(place(count) + EPOCH, epoch);
        write(place(count) + BEGAN, at);
        write(place(count) + LAST_ACTED, at);
        // Last, so that no reader sees a record that is not complete.
        write(0, count + 1L);
        newest.put(subject, count);
    }

    /** All spans so far, in the order in which they began. */
    public List<Span> spans(String node) {
        List<Span> spans = new ArrayList<>();
        int count = count();
        for (int i = 0; i < count; i++) {
            int at = place(i);
            spans.add(new Span(node, read(at), read(at + EPOCH), read(at + BEGAN), read(at + LAST_ACTED)));
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
