// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What the log of a group says in one entry. The records themselves are the entry's data, in the order of the items.
 *
 * @param records appended to partitions
 * @param opened partitions that are there from now on
 * @param dropped partitions that are gone, with everything they had
 * @param starts partitions that forget what is before an offset
 */
record EntryHeader(List<Item> records, List<Opened> opened, List<PartitionKey> dropped, List<Start> starts) {
    /** More are left to the next entry. Below the least size of a batch: see {@link EntryData}. */
    static final int MAX_ITEMS = 48;

    private static final byte VERSION = 1;
    private static final int KEY_BYTES = 2 * Long.BYTES + Integer.BYTES;
    private static final int ITEM_BYTES = KEY_BYTES + 6 * Long.BYTES + 3 * Integer.BYTES + Short.BYTES;
    private static final int SIZED_BYTES = KEY_BYTES + Long.BYTES;

    /**
     * Batches that are appended to one partition.
     *
     * @param endOffset one after the last record
     * @param size of all batches
     * @param appendedAt when, by the clock of the leader, in milliseconds
     * @param producer who sent them, if it numbers its batches
     */
    record Item(
            PartitionKey key,
            long baseOffset,
            long endOffset,
            int size,
            long maxTimestamp,
            long appendedAt,
            Sequence producer) {}

    /** The numbers that a producer gave its records; {@link #NONE} if it does not. */
    record Sequence(long producer, short epoch, int first, int last) {
        static final Sequence NONE = new Sequence(-1, (short) -1, -1, -1);

        boolean isSome() {
            return producer >= 0;
        }
    }

    /** @param version of the controller's state in which the partition is there */
    record Opened(PartitionKey key, long version) {}

    record Start(PartitionKey key, long offset) {}

    EntryHeader {
        records = List.copyOf(records);
        opened = List.copyOf(opened);
        dropped = List.copyOf(dropped);
        starts = List.copyOf(starts);
    }

    static EntryHeader of(List<Item> records) {
        return new EntryHeader(records, List.of(), List.of(), List.of());
    }

    static EntryHeader start(PartitionKey key, long offset) {
        return new EntryHeader(List.of(), List.of(), List.of(), List.of(new Start(key, offset)));
    }

    byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(1
                + 4 * Integer.BYTES
                + records.size() * ITEM_BYTES
                + opened.size() * SIZED_BYTES
                + dropped.size() * KEY_BYTES
                + starts.size() * SIZED_BYTES);
        out.put(VERSION).putInt(records.size());
        for (Item item : records) {
            write(item.key(), out);
            out.putLong(item.baseOffset()).putLong(item.endOffset()).putInt(item.size());
            out.putLong(item.maxTimestamp()).putLong(item.appendedAt());
            Sequence from = item.producer();
            out.putLong(from.producer())
                    .putShort(from.epoch())
                    .putInt(from.first())
                    .putInt(from.last());
        }
        out.putInt(opened.size());
        opened.forEach(each -> write(each.key(), out).putLong(each.version()));
        out.putInt(dropped.size());
        dropped.forEach(each -> write(each, out));
        out.putInt(starts.size());
        starts.forEach(each -> write(each.key(), out).putLong(each.offset()));
        return out.flip().limit() == out.capacity() ? out.array() : java.util.Arrays.copyOf(out.array(), out.limit());
    }

    private static ByteBuffer write(PartitionKey key, ByteBuffer out) {
        UUID topic = key.topic().value();
        return out.putLong(topic.getMostSignificantBits())
                .putLong(topic.getLeastSignificantBits())
                .putInt(key.partition());
    }

    /** @throws IllegalArgumentException if it is none, or one of a later version */
    static EntryHeader read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            byte version = in.get();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "an entry has version " + version + ", and this node reads " + VERSION + ": update it");
            }
            List<Item> records = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                records.add(new Item(
                        key(in),
                        in.getLong(),
                        in.getLong(),
                        in.getInt(),
                        in.getLong(),
                        in.getLong(),
                        new Sequence(in.getLong(), in.getShort(), in.getInt(), in.getInt())));
            }
            List<Opened> opened = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                opened.add(new Opened(key(in), in.getLong()));
            }
            List<PartitionKey> dropped = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                dropped.add(key(in));
            }
            List<Start> starts = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                starts.add(new Start(key(in), in.getLong()));
            }
            return new EntryHeader(records, opened, dropped, starts);
        } catch (BufferUnderflowException torn) {
            throw new IllegalArgumentException("an entry is torn", torn);
        }
    }

    private static PartitionKey key(ByteBuffer in) {
        return new PartitionKey(new TopicId(new UUID(in.getLong(), in.getLong())), in.getInt());
    }
}
