// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import dev.baton.testkit.records.RecordsChecker;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * A producer of large batches, several of which are under way at a time, to a partition whose files are small and whose old
 * records are deleted. Someone reads along. What is left at the end has to be whole.
 */
final class BulkLoad implements Runnable {
    static final String TOPIC = "bulk";
    static final int BATCH_BYTES = 512 << 10;
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int KEPT_BYTES = 4 << 20;
    private static final int RECORD_BYTES = 100_000;
    private static final int RECORDS_OF_A_BURST = 30;
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(200);
    /** The disk of one node is small: what is not deleted yet is not to fill it. */
    private static final int MAX_RECORDS_NOT_DELETED = 400;

    /** Old records are looked for every half minute. */
    private static final Duration CHECK = Duration.ofMinutes(5);

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    private final LoadClients clients;
    private final Admin admin;
    private final BooleanSupplier goesOn;
    private final RecordsChecker checker = new RecordsChecker();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private int largestBatch;
    private int mostUnderWay;
    private volatile boolean reading = true;

    BulkLoad(LoadClients clients, Admin admin, BooleanSupplier goesOn) {
        this.clients = clients;
        this.admin = admin;
        this.goesOn = goesOn;
    }

    static NewTopic topic() {
        return new NewTopic(TOPIC, 1, (short) LoadClients.REPLICAS)
                .configs(Map.of(
                        "segment.bytes",
                        Integer.toString(SEGMENT_BYTES),
                        "retention.bytes",
                        Integer.toString(KEPT_BYTES)));
    }

    @Override
    public void run() {
        create();
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
        try (KafkaProducer<byte[], String> producer = clients.bulkProducer()) {
            int next = 0;
            while (goesOn.getAsBoolean()) {
                if (next - start() < MAX_RECORDS_NOT_DELETED) {
                    for (int i = 0; i < RECORDS_OF_A_BURST; i++) {
                        send(producer, "b-" + next++);
                    }
                }
                long pause = System.nanoTime() + EVERY.toNanos();
                while (goesOn.getAsBoolean() && (waiting.get() > 0 || System.nanoTime() - pause < 0)) {
                    look(producer);
                    LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
                }
            }
            producer.flush();
        }
    }

    private void create() {
        while (true) {
            try {
                admin.createTopics(List.of(topic())).all().get();
                return;
            } catch (ExecutionException failure) {
                if (failure.getCause() instanceof TopicExistsException) {
                    return;
                }
                LockSupport.parkNanos(POLL.toNanos());
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private void send(KafkaProducer<byte[], String> producer, String text) {
        byte[] key = new byte[RECORD_BYTES];
        ThreadLocalRandom.current().nextBytes(key);
        waiting.incrementAndGet();
        Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(TOPIC, 0, key, text), (to, failure) -> {
            waiting.decrementAndGet();
            if (failure == null) {
                checker.acknowledged(text, to.offset());
            } else {
                failed.incrementAndGet();
                System.out.println("failed " + text + " " + failure);
            }
        });
    }

    private void look(KafkaProducer<byte[], String> producer) {
        producer.metrics().forEach((metric, value) -> {
            if (metric.group().equals("producer-metrics") && value.metricValue() instanceof Double now) {
                if (metric.name().equals("batch-size-max") && !now.isNaN()) {
                    largestBatch = Math.max(largestBatch, now.intValue());
                } else if (metric.name().equals("requests-in-flight")) {
                    mostUnderWay = Math.max(mostUnderWay, now.intValue());
                }
            }
        });
    }

    /** The latest that is known; while nobody leads it, what was known before. */
    private long start() {
        try {
            checker.startsAt(admin.listOffsets(Map.of(PARTITION, OffsetSpec.earliest()))
                    .partitionResult(PARTITION)
                    .get()
                    .offset());
        } catch (ExecutionException notNow) {
            // It is asked again.
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return checker.start();
    }

    private void read() {
        while (reading) {
            try (KafkaConsumer<byte[], String> consumer = clients.reader(List.of(PARTITION))) {
                while (reading) {
                    for (ConsumerRecord<byte[], String> record : consumer.poll(POLL)) {
                        checker.seen("along", record.offset(), record.value());
                    }
                }
            } catch (KafkaException failure) {
                System.out.println("reads again " + failure);
            }
        }
    }

    /** After nothing more is sent. Writes the checksums of what is left into a file. */
    List<String> problems(Path folder) throws Exception {
        reading = false;
        List<String> problems = new ArrayList<>();
        long limit = System.nanoTime() + CHECK.toNanos();
        while (start() == 0 && System.nanoTime() - limit < 0) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        List<String> lines = new ArrayList<>();
        List<String> records = readAll(lines);
        Files.write(folder.resolve("records-" + TOPIC), lines);
        if (start() == 0) {
            problems.add("no old record was deleted");
        }
        // Others may have been deleted while it was read.
        records.removeIf(it -> Long.parseLong(it.substring(0, it.indexOf('='))) < checker.start());
        checker.readLast("reader", records);
        if ((long) records.size() * RECORD_BYTES < KEPT_BYTES * 9L / 10) {
            problems.add("only " + records.size() + " records are left");
        }
        if (largestBatch < BATCH_BYTES * 8 / 10) {
            problems.add("the largest batch had " + largestBatch + " bytes");
        }
        if (mostUnderWay < 3) {
            problems.add("no more than " + mostUnderWay + " requests were under way");
        }
        if (failed.get() > 0) {
            problems.add(failed + " were not acknowledged");
        }
        problems.addAll(checker.problems());
        return problems.stream().map(it -> TOPIC + ": " + it).toList();
    }

    private List<String> readAll(List<String> lines) {
        List<String> all = new ArrayList<>();
        try (KafkaConsumer<byte[], String> reader = clients.reader(List.of(PARTITION))) {
            long end = reader.endOffsets(List.of(PARTITION), CHECK).get(PARTITION);
            long limit = System.nanoTime() + CHECK.toNanos();
            while (reader.position(PARTITION) < end && System.nanoTime() - limit < 0) {
                for (ConsumerRecord<byte[], String> record : reader.poll(POLL)) {
                    all.add(record.offset() + "=" + record.value());
                    lines.add(ReplicaFiles.line(record.offset(), record.value(), ByteBuffer.wrap(record.key())));
                }
            }
        }
        return all;
    }

    @Override
    public String toString() {
        return "bulk: " + checker.acknowledged() + " acknowledged, batches of up to " + largestBatch + " bytes, up to "
                + mostUnderWay + " requests under way, starts at " + checker.start();
    }
}
