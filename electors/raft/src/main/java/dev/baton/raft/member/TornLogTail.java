// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file at the end of Ratis's log, which is filled with zeros before records are written into it. A power cut can
 * leave the first part of a record there. Ratis takes that for damage, though the record was never acknowledged: a
 * record is acknowledged after all of it was forced to the disk. Such a record is cut off before Ratis reads the file.
 *
 * <p>It is told from a damaged one by its checksum, which is written last: there are only zeros from it to the end of
 * the file. A record that is whole up to there and does not match is damaged, and so is anything that is followed by a
 * further record. Both may have been acknowledged, and are left for Ratis to refuse.
 */
final class TornLogTail {
    private static final Logger LOG = LoggerFactory.getLogger(TornLogTail.class);
    private static final int HEADER_BYTES = 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final int MAX_VARINT_BYTES = 5;

    /**
     * @param whole where the last whole record ends
     * @param torn whether there is the first part of a record behind it, and nothing else
     */
    record End(int whole, boolean torn) {}

    private TornLogTail() {}

    /** @param storage the folder that Ratis keeps its groups in */
    static void cutTornRecord(Path storage) throws IOException {
        for (Path file : openSegments(storage)) {
            byte[] bytes = Files.readAllBytes(file);
            End end = endOf(bytes);
            if (end.torn()) {
                LOG.warn("{}: dropping a record at byte {} that was not written to its end", file, end.whole());
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(end.whole());
                    channel.force(true);
                }
            }
        }
    }

    private static List<Path> openSegments(Path storage) throws IOException {
        if (!Files.isDirectory(storage)) {
            return List.of();
        }
        try (var files = Files.find(
                storage,
                3,
                (path, attributes) -> attributes.isRegularFile()
                        && path.getFileName().toString().startsWith("log_inprogress_"))) {
            return files.toList();
        }
    }

    /** Takes the records of a file, from where one begins to where its checksum does. */
    interface Records {
        void record(int from, int to) throws IOException;
    }

    /** Goes through the whole records of a file, up to where they end. */
    static void records(byte[] file, Records each) throws IOException {
        int end = endOf(file).whole();
        for (int at = HEADER_BYTES; at < end; ) {
            int next = Math.toIntExact(at + recordBytes(file, at));
            each.record(at, next - CHECKSUM_BYTES);
            at = next;
        }
    }

    static End endOf(byte[] file) {
        int at = HEADER_BYTES;
        while (at < file.length && file[at] != 0) {
            long end = at + recordBytes(file, at);
            if (end > file.length) {
                // Ratis itself drops a record that goes on behind the end of the file.
                return new End(at, false);
            }
            int checksumAt = (int) end - CHECKSUM_BYTES;
            CRC32C checksum = new CRC32C();
            checksum.update(file, at, checksumAt - at);
            if ((int) checksum.getValue() != ByteBuffer.wrap(file).getInt(checksumAt)) {
                return new End(at, isZeroFrom(file, checksumAt));
            }
            at = (int) end;
        }
        return new End(Math.min(at, file.length), false);
    }

    /** The length of a record with the varint before it and the checksum behind it. */
    private static long recordBytes(byte[] file, int at) {
        long content = 0;
        for (int i = 0; i < MAX_VARINT_BYTES && at + i < file.length; i++) {
            content |= (file[at + i] & 0x7FL) << (7 * i);
            if (file[at + i] >= 0) {
                return i + 1 + content + CHECKSUM_BYTES;
            }
        }
        return Long.MAX_VALUE / 2;
    }

    private static boolean isZeroFrom(byte[] file, int from) {
        for (int i = from; i < file.length; i++) {
            if (file[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
