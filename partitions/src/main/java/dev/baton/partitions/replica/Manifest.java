// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The state of a group at one entry of its log, beside the records themselves: what there is of each partition. It is a
 * snapshot together with the files that it names.
 */
record Manifest(Point at, List<Part> parts) {
    private static final String PREFIX = "manifest-";
    private static final byte VERSION = 1;
    private static final int MIN_KEPT = 2;

    /** One partition. */
    record Part(
            PartitionKey key,
            long openedAt,
            long start,
            long end,
            Map<Long, Segment.Mark> segments,
            Map<Long, Long> epochs,
            Map<Long, ProducerTable.Producer> producers) {}

    static Part of(PartitionReplica replica) {
        Map<Long, Segment.Mark> segments = new TreeMap<>();
        for (Segment segment : replica.files().segments()) {
            if (segment.committed() > 0) {
                long end = Math.min(segment.end(), replica.highWatermark());
                segments.put(segment.base(), new Segment.Mark(segment.committed(), end, segment.maxTimestamp()));
            }
        }
        Map<Long, ProducerTable.Producer> producers = new LinkedHashMap<>();
        replica.producers().entries().forEach(it -> producers.put(it.getKey(), it.getValue()));
        return new Part(
                replica.key(),
                replica.openedAt(),
                replica.startOffset(),
                replica.highWatermark(),
                segments,
                new TreeMap<>(replica.epochs()),
                producers);
    }

    /** The file with the latest one; empty if there is none. */
    static Optional<Path> latest(Path folder) throws IOException {
        return all(folder).stream().reduce((earlier, later) -> later);
    }

    /** The file with the one at an entry, if it is still there. */
    static Optional<Path> at(Path folder, long index) {
        return Optional.of(file(folder, index)).filter(Files::exists);
    }

    private static Path file(Path folder, long index) {
        return folder.resolve(PREFIX + String.format("%020d", index));
    }

    private static List<Path> all(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(PREFIX + "\\d{20}"))
                    .sorted(Comparator.comparing(Path::getFileName))
                    .toList();
        }
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = file(folder, at.index());
        Path fresh = folder.resolve("taking");
        byte[] content = bytes();
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        ByteBuffer out = ByteBuffer.allocate(content.length + Long.BYTES);
        out.put(content).putLong(checksum.getValue()).flip();
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        DurableFolders.force(folder);
        List<Path> kept = all(folder);
        for (Path old : kept.subList(0, Math.max(0, kept.size() - MIN_KEPT))) {
            Files.delete(old);
        }
    }

    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(VERSION);
        out.writeLong(at.term());
        out.writeLong(at.index());
        out.writeInt(parts.size());
        for (Part part : parts) {
            UUID topic = part.key().topic().value();
            out.writeLong(topic.getMostSignificantBits());
            out.writeLong(topic.getLeastSignificantBits());
            out.writeInt(part.key().partition());
            out.writeLong(part.openedAt());
            out.writeLong(part.start());
            out.writeLong(part.end());
            out.writeInt(part.segments().size());
            for (Map.Entry<Long, Segment.Mark> segment : part.segments().entrySet()) {
                out.writeLong(segment.getKey());
                out.writeInt(segment.getValue().bytes());
                out.writeLong(segment.getValue().end());
                out.writeLong(segment.getValue().maxTimestamp());
            }
            out.writeInt(part.epochs().size());
            for (Map.Entry<Long, Long> epoch : part.epochs().entrySet()) {
                out.writeLong(epoch.getKey());
                out.writeLong(epoch.getValue());
            }
            write(part.producers(), out);
        }
        return bytes.toByteArray();
    }

    private static void write(Map<Long, ProducerTable.Producer> producers, DataOutputStream out) throws IOException {
        out.writeInt(producers.size());
        for (Map.Entry<Long, ProducerTable.Producer> producer : producers.entrySet()) {
            out.writeLong(producer.getKey());
            out.writeShort(producer.getValue().epoch());
            out.writeLong(producer.getValue().at());
            out.writeByte(producer.getValue().batches().size());
            for (ProducerTable.Batch batch : producer.getValue().batches()) {
                out.writeInt(batch.first());
                out.writeInt(batch.last());
                out.writeLong(batch.baseOffset());
                out.writeLong(batch.endOffset());
            }
        }
    }

    /** @throws IOException if it is damaged */
    static Manifest read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = bytes.length - Long.BYTES;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, Math.max(0, length));
        if (length < 1 || checksum.getValue() != ByteBuffer.wrap(bytes).getLong(length)) {
            throw new IOException(file + " is damaged");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IOException(file + " has version " + version + ", and this node reads " + VERSION);
        }
        Point at = new Point(in.readLong(), in.readLong());
        List<Part> parts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            PartitionKey key = new PartitionKey(new TopicId(new UUID(in.readLong(), in.readLong())), in.readInt());
            long openedAt = in.readLong();
            long start = in.readLong();
            long end = in.readLong();
            Map<Long, Segment.Mark> segments = new TreeMap<>();
            for (int more = in.readInt(); more > 0; more--) {
                segments.put(in.readLong(), new Segment.Mark(in.readInt(), in.readLong(), in.readLong()));
            }
            Map<Long, Long> epochs = new TreeMap<>();
            for (int more = in.readInt(); more > 0; more--) {
                epochs.put(in.readLong(), in.readLong());
            }
            parts.add(new Part(key, openedAt, start, end, segments, epochs, producers(in)));
        }
        return new Manifest(at, parts);
    }

    private static Map<Long, ProducerTable.Producer> producers(DataInputStream in) throws IOException {
        Map<Long, ProducerTable.Producer> producers = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            long id = in.readLong();
            short epoch = in.readShort();
            long seen = in.readLong();
            List<ProducerTable.Batch> batches = new ArrayList<>();
            for (int more = in.readByte(); more > 0; more--) {
                batches.add(new ProducerTable.Batch(in.readInt(), in.readInt(), in.readLong(), in.readLong()));
            }
            producers.put(id, new ProducerTable.Producer(epoch, batches, seen));
        }
        return producers;
    }
}
