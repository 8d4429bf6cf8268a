// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.partitions.PartitionKey;
import dev.baton.raft.group.ReplicatedData.Logged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the records of the last entries of a log in the files, after a restart. Entries are acknowledged after their
 * records were forced to the disk, and only so many bytes can be between: what is missing there was never acknowledged.
 * What is missing before was, and the node must not go on without it. Nor must it without records that are there and
 * damaged, if the machine has been up since they were written: then it was not a power cut.
 */
final class GroupRecovery {
    /** More than a leader, or what it has under way to a follower, can have written and not forced. */
    static final long MAX_UNFORCED_BYTES = 96L << 20;

    /** Takes what was found, in the order of the log. */
    interface Found {
        void found(long index, PartitionKey key, PartitionFiles.Written written);
    }

    private final Function<PartitionKey, PartitionFiles> files;
    private final List<Logged> tail;
    private final boolean isSameBoot;
    private final List<EntryHeader> headers = new ArrayList<>();
    /** What is deleted of partitions, by later entries. */
    private final Map<PartitionKey, Long> deleted = new HashMap<>();

    /** @param isSameBoot whether the machine has been up since the files were written */
    GroupRecovery(Function<PartitionKey, PartitionFiles> files, List<Logged> tail, boolean isSameBoot) {
        this.files = files;
        this.tail = tail;
        this.isSameBoot = isSameBoot;
        for (Logged entry : tail) {
            EntryHeader header =
                    entry.header().length == 0 ? EntryHeader.of(List.of()) : EntryHeader.read(entry.header());
            headers.add(header);
            header.starts().forEach(it -> deleted.merge(it.key(), it.offset(), Math::max));
            header.dropped().forEach(key -> deleted.put(key, Long.MAX_VALUE));
        }
    }

    /**
     * @param starts where partitions start because the files before are gone
     * @throws IOException unless the log has deleted them
     */
    void requireDeleted(Map<PartitionKey, Long> starts) throws IOException {
        for (Map.Entry<PartitionKey, Long> each : starts.entrySet()) {
            if (deleted.getOrDefault(each.getKey(), -1L) < each.getValue()) {
                throw new IOException("the records of " + each.getKey() + " before offset " + each.getValue()
                        + " are missing, and were not deleted");
            }
        }
    }

    /** @return the index of the first entry whose records are not there, and were never acknowledged */
    Optional<Long> run(Found found) throws IOException {
        long unforced = 0;
        int verified = tail.size();
        while (verified > 0 && unforced <= MAX_UNFORCED_BYTES) {
            verified--;
            unforced += tail.get(verified).dataBytes();
        }
        for (int i = 0; i < tail.size(); i++) {
            for (EntryHeader.Item item : headers.get(i).records()) {
                Optional<PartitionFiles.Written> there =
                        find(item, tail.get(i).at().term(), i >= verified);
                if (there.isEmpty()) {
                    if (i < verified) {
                        throw new IOException("the records of " + item.key() + " from offset " + item.baseOffset()
                                + " on are missing, and were acknowledged");
                    }
                    if (isSameBoot) {
                        files.apply(item.key()).requireUndamaged(item);
                    }
                    return Optional.of(tail.get(i).at().index());
                }
                found.found(tail.get(i).at().index(), item.key(), there.get());
            }
        }
        return Optional.empty();
    }

    private Optional<PartitionFiles.Written> find(EntryHeader.Item item, long term, boolean verify) throws IOException {
        PartitionFiles from = files.apply(item.key());
        Optional<PartitionFiles.Written> there = from.recover(item, term, verify);
        boolean isDeleted = there.isEmpty()
                && (item.endOffset() <= deleted.getOrDefault(item.key(), -1L) || from.hasAfter(item.endOffset()));
        return isDeleted ? Optional.of(PartitionFiles.Written.nothing(from)) : there;
    }

    /**
     * Opens the files of a partition that a manifest names. The first ones may have been deleted since, by a later entry.
     *
     * @return the offset that it starts at by its files
     * @throws IOException if any other is missing
     */
    static long open(PartitionFiles files, Manifest.Part part) throws IOException {
        long start = part.start();
        boolean isLeading = true;
        for (Map.Entry<Long, Segment.Mark> each : part.segments().entrySet()) {
            Path file = Segment.file(files.folder(), each.getKey());
            if (isLeading && !Files.exists(file)) {
                start = Math.max(start, each.getValue().end());
                continue;
            }
            isLeading = false;
            if (!Files.exists(file) || Files.size(file) < each.getValue().bytes()) {
                throw new IOException(file + " is missing, or shorter than the "
                        + each.getValue().bytes() + " bytes that were written");
            }
            files.open(each.getKey(), each.getValue());
        }
        return start;
    }

    /** Deletes the folders of partitions that no longer exist. */
    static void deleteUnknown(Path folder, Set<PartitionKey> known) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Set<String> names = known.stream().map(PartitionKey::toString).collect(Collectors.toSet());
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.filter(Files::isDirectory).toList()) {
                if (!names.contains(each.getFileName().toString())) {
                    try (Stream<Path> inside = Files.list(each)) {
                        for (Path file : inside.toList()) {
                            Files.delete(file);
                        }
                    }
                    Files.delete(each);
                }
            }
        }
    }
}
