// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/** What is in the files of a node's replica. */
final class ReplicaFiles {
    private ReplicaFiles() {}

    /** One record, with a checksum of its key. */
    static String line(long offset, String text, ByteBuffer key) {
        CRC32 checksum = new CRC32();
        checksum.update(key);
        return offset + "=" + text + " " + checksum.getValue();
    }

    /** The batches of a partition, each with its own checksum, which has to be right. */
    static List<String> batches(Path node, String partition) {
        List<String> all = new ArrayList<>();
        for (Path file : files(node, partition)) {
            try (FileRecords batches = FileRecords.open(file.toFile(), false)) {
                for (RecordBatch batch : batches.batches()) {
                    batch.ensureValid();
                    all.add(batch.baseOffset() + "-" + batch.lastOffset() + " " + batch.checksum());
                }
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
        return all;
    }

    /** The records of a partition, as {@link #line}s; none if the node has no replica. */
    static List<String> records(Path node, String partition) {
        List<String> records = new ArrayList<>();
        for (Path file : files(node, partition)) {
            try (FileRecords batches = FileRecords.open(file.toFile(), false)) {
                for (Record record : batches.records()) {
                    records.add(line(
                            record.offset(),
                            StandardCharsets.UTF_8.decode(record.value()).toString(),
                            record.key()));
                }
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
        return records;
    }

    /**
     * Whether these are the last records of a partition whose first ones are deleted. A replica may have deleted more
     * since, or not deleted as much yet.
     */
    static boolean haveEnd(Path node, String partition, List<String> expected) {
        List<String> found = records(node, partition);
        int common = Math.min(found.size(), expected.size());
        return common > 0
                && !found.get(0).startsWith("0=")
                && found.subList(found.size() - common, found.size())
                        .equals(expected.subList(expected.size() - common, expected.size()));
    }

    /** The oldest first. */
    static List<Path> files(Path node, String partition) {
        try (Stream<Path> all = Files.walk(node)) {
            return all.filter(it -> it.getFileName().toString().endsWith(".log"))
                    .filter(it -> it.getParent().getFileName().toString().equals(partition))
                    .filter(it ->
                            it.getParent().getParent().getFileName().toString().equals("sm"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException changing) {
            return List.of();
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
