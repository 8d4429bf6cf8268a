// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.demo.DemoFailure;
import dev.baton.cli.demo.PollUntil;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/** A producer and a consumer that never rest, each on its own thread. */
final class Traffic implements AutoCloseable {
    private static final Duration SEND_EVERY = Duration.ofMillis(10);
    private static final Duration MAX_READ = Duration.ofSeconds(60);
    /** A partition without a leader gets no more than this until it has one again. */
    private static final int MAX_WAITING = 500;

    private final DemoClients clients;
    private final KafkaProducer<Void, Integer> producer;
    private final TopicReader consumer;
    private final AcknowledgedRecords acknowledged = new AcknowledgedRecords(DemoClients.PARTITIONS);
    private final Thread sending = new Thread(this::send, "baton-demo-producer");
    private final Thread reading = new Thread(this::consume, "baton-demo-consumer");
    private volatile boolean stopped;

    private Traffic(DemoClients clients) {
        this.clients = clients;
        this.producer = clients.producer();
        this.consumer = new TopicReader(clients, "demo-consumer");
    }

    static Traffic start(DemoClients clients) {
        Traffic traffic = new Traffic(clients);
        traffic.sending.setDaemon(true);
        traffic.reading.setDaemon(true);
        traffic.sending.start();
        traffic.reading.start();
        return traffic;
    }

    AcknowledgedRecords acknowledged() {
        return acknowledged;
    }

    ConsumedRecords consumed() {
        return consumer.found();
    }

    /** For each partition the port of the broker that leads it, as the producer knows it; empty if it knows nothing. */
    List<Optional<Integer>> leaders() {
        try {
            return producer.partitionsFor(DemoClients.TOPIC).stream()
                    .sorted(Comparator.comparingInt(PartitionInfo::partition))
                    .map(it -> Optional.ofNullable(it.leader()).map(Node::port))
                    .toList();
        } catch (KafkaException unknown) {
            return List.of();
        }
    }

    private void send() {
        while (!stopped) {
            for (int partition = 0; partition < DemoClients.PARTITIONS && !stopped; partition++) {
                if (acknowledged.waiting(partition) < MAX_WAITING) {
                    send(partition);
                }
            }
            LockSupport.parkNanos(SEND_EVERY.toNanos());
        }
    }

    private void send(int partition) {
        int number = acknowledged.next(partition);
        long sent = System.nanoTime();
        try {
            Future<RecordMetadata> unused =
                    producer.send(new ProducerRecord<>(DemoClients.TOPIC, partition, null, number), (to, failed) -> {
                        if (failed == null) {
                            acknowledged.accept(partition, number, sent, System.nanoTime());
                        } else {
                            acknowledged.fail(partition);
                        }
                    });
        } catch (KafkaException | IllegalStateException refused) {
            acknowledged.fail(partition);
        }
    }

    private void consume() {
        try (consumer) {
            while (!stopped) {
                consumer.poll();
            }
        }
    }

    /** Stops sending, and waits for the missing answers: each comes, if only as a failure. */
    void stop() {
        stopped = true;
        try {
            sending.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("interrupted");
        }
        producer.flush();
    }

    /** Everything that is in the topic, from its beginning. */
    ConsumedRecords readAll() {
        try (TopicReader reader = new TopicReader(clients, "demo-check")) {
            PollUntil.until("all records are read", MAX_READ, reader::pollToTheEnd);
            return reader.found();
        }
    }

    /** How often the consumer had to be replaced by another. */
    int consumerFailures() {
        return consumer.failures();
    }

    @Override
    public void close() {
        stopped = true;
        producer.close(Duration.ZERO);
    }
}
