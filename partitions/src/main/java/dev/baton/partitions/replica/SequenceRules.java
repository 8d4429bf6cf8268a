// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.Optional;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.UnknownProducerIdException;

/** Whether a numbered batch is the next one of its producer, was there before, or comes out of order. */
final class SequenceRules {
    private SequenceRules() {}

    /**
     * A producer that is not known begins with its first batch. One that comes before that has overtaken it, since the
     * first one was refused by a leader that was just elected or just replaced; were it taken, the first one would be out
     * of order for good, and the client would number all of them anew and send them a second time.
     *
     * @param known what is known of the producer, with everything that is on its way
     * @param hasForgotten whether some producers may have been forgotten: then it may go on where it was
     * @return the batch that this one repeats; empty if it is new
     */
    static Optional<ProducerTable.Batch> check(
            EntryHeader.Sequence batch, Optional<ProducerTable.Producer> known, boolean hasForgotten) {
        if (known.isEmpty()) {
            if (batch.first() == 0) {
                return Optional.empty();
            }
            if (hasForgotten) {
                // Clients start again, under another epoch.
                throw new UnknownProducerIdException("producer " + batch.producer() + " sends the sequence "
                        + batch.first() + " to " + batch.last() + ", and nothing of it is known");
            }
            throw outOfOrder(batch, 0);
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
