// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import dev.baton.testkit.records.RecordsChecker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** Sends each record once and never again: one that is refused with an error that is certain must never be seen. */
final class OneAttempt implements Runnable {
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final int TOO_LARGE = 1_200_000;
    /** One of so many is too large for a topic. */
    private static final int TOO_LARGE_EVERY = 20;

    private final LoadClients clients;
    private final String name;
    private final List<RecordsChecker> checkers;
    private final BooleanSupplier goesOn;
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger refusedByOthers = new AtomicInteger();

    /** @param name what its records begin with */
    OneAttempt(LoadClients clients, String name, List<RecordsChecker> checkers, BooleanSupplier goesOn) {
        this.clients = clients;
        this.name = name;
        this.checkers = checkers;
        this.goesOn = goesOn;
    }

    @Override
    public void run() {
        try (KafkaProducer<byte[], String> producer = clients.producerOfOneAttempt()) {
            for (int next = 0; goesOn.getAsBoolean(); next++) {
                int partition = next % LoadClients.PARTITIONS;
                send(producer, partition, name + "-" + next, next % TOO_LARGE_EVERY == 0 ? TOO_LARGE : 0);
                LockSupport.parkNanos(EVERY.toNanos());
            }
            producer.flush();
        }
    }

    private void send(KafkaProducer<byte[], String> producer, int partition, String text, int bytes) {
        Future<RecordMetadata> unused = producer.send(
                new ProducerRecord<>(LoadClients.TOPIC, partition, new byte[bytes], text), (to, failure) -> {
                    if (failure == null) {
                        checkers.get(partition).acknowledged(text, to.offset());
                    } else if (isCertain(failure)) {
                        refused.incrementAndGet();
                        refusedByOthers.addAndGet(failure instanceof NotLeaderOrFollowerException ? 1 : 0);
                        checkers.get(partition).failed(text);
                    }
                });
    }

    private static boolean isCertain(Exception failure) {
        return failure instanceof NotLeaderOrFollowerException
                || failure instanceof NotEnoughReplicasException
                || failure instanceof RecordTooLargeException;
    }

    @Override
    public String toString() {
        return refused + " refused for certain, " + refusedByOthers + " of them by those who did not lead";
    }
}
