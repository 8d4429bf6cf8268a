// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the topic from its beginning. A consumer that fails is replaced by one that goes on where it ended. */
final class TopicReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final DemoClients clients;
    private final String id;
    private final ConsumedRecords found = new ConsumedRecords(DemoClients.PARTITIONS);
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private KafkaConsumer<Void, Integer> consumer;
    private final AtomicInteger failures = new AtomicInteger();

    TopicReader(DemoClients clients, String id) {
        this.clients = clients;
        this.id = id;
        DemoClients.partitions().forEach(partition -> next.put(partition, 0L));
        this.consumer = clients.reader(id, next);
    }

    /** From any thread. */
    ConsumedRecords found() {
        return found;
    }

    /** From any thread. */
    int failures() {
        return failures.get();
    }

    void poll() {
        attempt(this::read);
    }

    /** Reads some, and says whether that was all there is. */
    boolean pollToTheEnd() {
        return attempt(() -> {
            read();
            Map<TopicPartition, Long> ends = consumer.endOffsets(next.keySet());
            return next.entrySet().stream()
                    .allMatch(it -> it.getValue() >= ends.getOrDefault(it.getKey(), Long.MAX_VALUE));
        });
    }

    private boolean read() {
        consumer.poll(POLL).forEach(it -> {
            found.add(it.partition(), it.value());
            next.put(new TopicPartition(it.topic(), it.partition()), it.offset() + 1);
        });
        return true;
    }

    private interface Attempt {
        boolean done();
    }

    private boolean attempt(Attempt part) {
        try {
            return part.done();
        } catch (KafkaException | IllegalStateException failed) {
            LOG.info("{} is replaced", id, failed);
            failures.incrementAndGet();
            LockSupport.parkNanos(POLL.toNanos());
            consumer.close();
            consumer = clients.reader(id, next);
            return false;
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
