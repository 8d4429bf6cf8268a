// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.Optional;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;

/** Whether a numbered batch is the next one of its producer, was there before, or comes out of order. */
final class SequenceRules {
    private SequenceRules() {}

    /**
     * @param known what is known of the producer, with everything that is on its way
     * @return the batch that this one repeats; empty if it is new
     */
    static Optional<ProducerTable.Batch> check(EntryHeader.Sequence batch, Optional<ProducerTable.Producer> known) {
        if (known.isEmpty()) {
            // It may have been forgotten, and go on where it was.
            return Optional.empty();
        }
        ProducerTable.Producer producer = known.get();
        if (batch.epoch() < producer.epoch()) {
            throw new InvalidProducerEpochException("producer " + batch.producer() + " has epoch " + batch.epoch()
                    + ", and " + producer.epoch() + " was seen");
        }
        if (batch.epoch() > producer.epoch()) {
            if (batch.first() != 0) {
                throw outOfOrder(batch, 0);
            }
            return Optional.empty();
        }
        Optional<ProducerTable.Batch> repeated = producer.batches().stream()
                .filter(it -> it.first() == batch.first() && it.last() == batch.last())
                .findFirst();
        int next = producer.latest().last() == Integer.MAX_VALUE
                ? 0
                : producer.latest().last() + 1;
        if (repeated.isEmpty() && batch.first() != next) {
            throw outOfOrder(batch, next);
        }
        return repeated;
    }

    private static OutOfOrderSequenceException outOfOrder(EntryHeader.Sequence batch, int next) {
        return new OutOfOrderSequenceException("producer " + batch.producer() + " sends the sequence " + batch.first()
                + " to " + batch.last() + ", and " + next + " is the next");
    }
}
