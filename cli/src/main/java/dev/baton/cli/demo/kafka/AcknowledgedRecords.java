// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The producer's records, and which of them were acknowledged. Those of a partition are numbered 0, 1, 2 and so on, in the order in
 * which they are sent. Instants are of {@link System#nanoTime()}.
 */
final class AcknowledgedRecords {
    private final List<Partition> partitions;
    private long failed;
    private long longestGap;
    private long longestGapSinceMark;

    private static final class Partition {
        private final BitSet numbers = new BitSet();
        private int next;
        private int waiting;
        private long newestSent;
        private long lastAnswer;
    }

    AcknowledgedRecords(int partitions) {
        this.partitions = Stream.generate(Partition::new).limit(partitions).toList();
    }

    /** The number of the next record, which then waits for its answer. */
    synchronized int next(int partition) {
        Partition it = partitions.get(partition);
        it.waiting++;
        return it.next++;
    }

    synchronized void accept(int partition, int number, long sent, long now) {
        Partition it = partitions.get(partition);
        if (it.numbers.isEmpty()) {
            it.newestSent = sent;
        } else {
            long gap = now - it.lastAnswer;
            longestGap = Math.max(longestGap, gap);
            longestGapSinceMark = Math.max(longestGapSinceMark, gap);
        }
        it.waiting--;
        it.numbers.set(number);
        it.lastAnswer = now;
        if (sent - it.newestSent > 0) {
            it.newestSent = sent;
        }
    }

    /** It is not known whether the record was appended: it may or may not be in the topic. */
    synchronized void fail(int partition) {
        partitions.get(partition).waiting--;
        failed++;
    }

    synchronized int waiting(int partition) {
        return partitions.get(partition).waiting;
    }

    synchronized int waiting() {
        return partitions.stream().mapToInt(it -> it.waiting).sum();
    }

    /** Whether every partition has acknowledged something that was sent after an instant. */
    synchronized boolean everywhereSince(long instant) {
        return partitions.stream().allMatch(it -> !it.numbers.isEmpty() && it.newestSent - instant > 0);
    }

    synchronized boolean everywhere() {
        return partitions.stream().noneMatch(it -> it.numbers.isEmpty());
    }

    synchronized long count() {
        return partitions.stream().mapToLong(it -> it.numbers.cardinality()).sum();
    }

    synchronized long failed() {
        return failed;
    }

    /** The longest time from one acknowledgement of a partition to its next. */
    synchronized Duration longestGap() {
        return Duration.ofNanos(longestGap);
    }

    /** Restarts {@link #longestGapSinceMark()}. */
    synchronized void mark() {
        longestGapSinceMark = 0;
    }

    synchronized Duration longestGapSinceMark() {
        return Duration.ofNanos(longestGapSinceMark);
    }

    /** How many of the acknowledged records a reader of everything did not find. */
    synchronized long missingIn(ConsumedRecords read) {
        return IntStream.range(0, partitions.size())
                .mapToLong(i -> {
                    BitSet missing = (BitSet) partitions.get(i).numbers.clone();
                    missing.andNot(read.numbers(i));
                    return missing.cardinality();
                })
                .sum();
    }
}
