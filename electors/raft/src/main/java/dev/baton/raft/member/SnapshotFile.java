// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedPart;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * All parts at one index, in one file: a heading, then name, length and content of each part in the order of their names,
 * then a checksum of all before it. Two members that have applied the same entries write the same bytes.
 */
final class SnapshotFile {
    private static final int MAGIC = 0xBA70_5A9E;
    private static final int VERSION = 1;
    /** Above anything that fits into the heap beside the state that it is a copy of. */
    private static final int MAX_PART_BYTES = 1 << 30;

    private SnapshotFile() {}

    /** The file is there whole, and survives a power cut, or it is not there. */
    static void write(Path file, Path temporary, Map<String, ReplicatedPart> parts) throws IOException {
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream buffered = new BufferedOutputStream(Channels.newOutputStream(channel));
            write(buffered, parts);
            buffered.flush();
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    static void write(OutputStream to, Map<String, ReplicatedPart> parts) throws IOException {
        CRC32C sum = new CRC32C();
        DataOutputStream out = new DataOutputStream(to);
        put(out, sum, header(parts.size()));
        for (ReplicatedPart part : new TreeMap<>(parts).values()) {
            byte[] content = content(part);
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream names = new DataOutputStream(head);
            names.writeUTF(part.name());
            names.writeInt(content.length);
            put(out, sum, head.toByteArray());
            put(out, sum, content);
        }
        out.writeLong(sum.getValue());
    }

    private static byte[] header(int parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(parts);
        return bytes.toByteArray();
    }

    private static void put(OutputStream out, CRC32C sum, byte[] bytes) throws IOException {
        out.write(bytes);
        sum.update(bytes);
    }

    static byte[] content(ReplicatedPart part) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        part.snapshot(out);
        out.flush();
        return bytes.toByteArray();
    }

    static String digest(ReplicatedPart part) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content(part));
            return HexFormat.of().formatHex(digest);
        } catch (IOException | NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("the state of " + part.name() + " cannot be written", impossible);
        }
    }

    /** Gives the parts what the file holds of them; checked as a whole before any of them is changed. */
    static void restore(Path file, Map<String, ReplicatedPart> parts) throws IOException {
        SortedMap<String, byte[]> contents;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            contents = read(in, Files.size(file));
        } catch (IOException problem) {
            throw new IOException("snapshot " + file + " cannot be used: " + problem.getMessage(), problem);
        }
        Set<String> unknown = new HashSet<>(contents.keySet());
        unknown.removeAll(parts.keySet());
        if (!unknown.isEmpty()) {
            throw new IOException("snapshot " + file + " holds " + unknown
                    + ", which this member does not have; it has " + parts.keySet());
        }
        for (Map.Entry<String, byte[]> each : contents.entrySet()) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(each.getValue()));
            Objects.requireNonNull(parts.get(each.getKey())).restore(in);
        }
    }

    private static SortedMap<String, byte[]> read(InputStream from, long size) throws IOException {
        CRC32C sum = new CRC32C();
        DataInputStream in = new DataInputStream(new Summed(from, sum));
        if (in.readInt() != MAGIC) {
            throw new IOException("it is not a snapshot");
        }
        int version = in.readInt();
        if (version != VERSION) {
            throw new IOException("it has version " + version + ", and this member reads " + VERSION);
        }
        int parts = in.readInt();
        SortedMap<String, byte[]> contents = new TreeMap<>();
        for (int i = 0; i < parts; i++) {
            String name = in.readUTF();
            int length = in.readInt();
            if (length < 0 || length > MAX_PART_BYTES || length > size) {
                throw new IOException("it is damaged: part " + name + " has length " + length);
            }
            contents.put(name, in.readNBytes(length));
        }
        long expected = sum.getValue();
        if (in.readLong() != expected) {
            throw new IOException("it is damaged: its checksum is wrong");
        }
        return contents;
    }

    /** Sums up what is read. */
    private static final class Summed extends InputStream {
        private final InputStream in;
        private final CRC32C sum;

        Summed(InputStream in, CRC32C sum) {
            this.in = in;
            this.sum = sum;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) {
                sum.update(value);
            }
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = in.read(bytes, offset, length);
            if (count > 0) {
                sum.update(bytes, offset, count);
            }
            return count;
        }
    }
}
