// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The last batches of each producer of a partition that numbers them, so that one that is sent again is found. Made of
 * what was applied alone, so it is the same on all replicas. Safe for any thread.
 */
final class ProducerTable {
    /** A producer has at most so many requests under way. */
    static final int MAX_BATCHES = 5;

    static final int MAX_PRODUCERS = 10_000;
    static final long EXPIRY_MILLIS = 24L * 3600 * 1000;
    /**
     * So many stay however old they are. A leader whose clock is a day ahead would otherwise forget producers that are still
     * sending, and take their repeated batches for new ones.
     */
    static final int KEPT_HOWEVER_OLD = 1_000;

    /** One batch, and where it was put. */
    record Batch(int first, int last, long baseOffset, long endOffset) {}

    /**
     * What is known of a producer.
     *
     * @param batches the latest last; all of this epoch
     * @param at when the latest was appended
     */
    record Producer(short epoch, List<Batch> batches, long at) {
        Producer {
            batches = List.copyOf(batches);
        }

        Batch latest() {
            return batches.get(batches.size() - 1);
        }

        /** With a further batch. */
        static Producer after(Optional<Producer> before, EntryHeader.Sequence sequence, Batch batch, long at) {
            List<Batch> batches = new ArrayList<>(before.filter(it -> it.epoch() == sequence.epoch())
                    .map(Producer::batches)
                    .orElse(List.of()));
            batches.add(batch);
            return new Producer(
                    sequence.epoch(), batches.subList(Math.max(0, batches.size() - MAX_BATCHES), batches.size()), at);
        }
    }

    /** The one that was heard from longest ago is first. */
    private final Map<Long, Producer> producers = new LinkedHashMap<>();

    synchronized Optional<Producer> find(long producer) {
        return Optional.ofNullable(producers.get(producer));
    }

    synchronized void applied(EntryHeader.Item item) {
        if (!item.producer().isSome()) {
            return;
        }
        long id = item.producer().producer();
        Optional<Producer> before = Optional.ofNullable(producers.remove(id));
        put(
                id,
                Producer.after(
                        before,
                        item.producer(),
                        new Batch(item.producer().first(), item.producer().last(), item.baseOffset(), item.endOffset()),
                        item.appendedAt()));
        forget(item.appendedAt() - EXPIRY_MILLIS);
    }

    private void forget(long before) {
        var oldest = producers.values().iterator();
        while (producers.size() > KEPT_HOWEVER_OLD && oldest.hasNext()) {
            if (oldest.next().at() >= before) {
                return;
            }
            oldest.remove();
        }
    }

    synchronized void put(long id, Producer producer) {
        producers.put(id, producer);
        if (producers.size() > MAX_PRODUCERS) {
            var oldest = producers.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** No producer was ever forgotten while there were fewer than that. */
    synchronized boolean mayHaveForgotten() {
        return producers.size() >= KEPT_HOWEVER_OLD;
    }

    synchronized OptionalLong lastOffset(long producer) {
        Producer known = producers.get(producer);
        return known == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.latest().endOffset());
    }

    synchronized Collection<Map.Entry<Long, Producer>> entries() {
        return producers.entrySet().stream()
                .map(it -> Map.entry(it.getKey(), it.getValue()))
                .toList();
    }
}
