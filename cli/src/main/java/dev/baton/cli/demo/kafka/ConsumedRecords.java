// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** What a reader has found in the topic, in the order of its offsets. */
final class ConsumedRecords {
    private final List<BitSet> numbers;
    private long count;
    private long duplicates;
    private long outOfOrder;

    ConsumedRecords(int partitions) {
        this.numbers = Stream.generate(BitSet::new).limit(partitions).toList();
    }

    synchronized void add(int partition, int number) {
        BitSet known = numbers.get(partition);
        count++;
        if (known.get(number)) {
            duplicates++;
        } else if (known.length() > number) {
            outOfOrder++;
        }
        known.set(number);
    }

    synchronized BitSet numbers(int partition) {
        return (BitSet) numbers.get(partition).clone();
    }

    synchronized long count() {
        return count;
    }

    synchronized long duplicates() {
        return duplicates;
    }

    /** Records that came after one with a higher number. */
    synchronized long outOfOrder() {
        return outOfOrder;
    }
}
