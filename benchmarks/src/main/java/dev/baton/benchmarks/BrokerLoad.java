// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.ProcessLab;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Producers and consumers of one cluster, one at a time. */
final class BrokerLoad {
    private static final Duration RAMP = Duration.ofMillis(500);
    private static final Duration REST = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofSeconds(5);
    private static final int MAX_SAMPLES = 1 << 18;

    private final BrokerClients clients;
    private final Random random = new Random(1);

    BrokerLoad(BrokerClients clients) {
        this.clients = clients;
    }

    /** The middle of what was timed, and what one in a hundred is longer than, in milliseconds. */
    record Latency(double p50, double p99) {
        private static Latency of(double[] samples) {
            double[] sorted = Arrays.stream(samples).sorted().toArray();
            if (sorted.length == 0) {
                throw new IllegalStateException("nothing was timed");
            }
            return new Latency(sorted[sorted.length / 2], sorted[(int) (sorted.length * 0.99)]);
        }
    }

    private byte[] value(int size) {
        byte[] value = new byte[size];
        random.nextBytes(value);
        return value;
    }

    /**
     * What one producer gets done that sends as fast as it can.
     *
     * @param perSecond records that are acknowledged
     * @param cpuMicros of all brokers, for one of them
     */
    record Rate(double perSecond, double cpuMicros) {}

    Rate produce(String topic, int size, Duration span) {
        LongAdder acknowledged = new LongAdder();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        KafkaProducer<byte[], byte[]> producer = clients.producer();
        try {
            byte[] value = value(size);
            send(producer, topic, value, RAMP, acknowledged, failure);
            long before = acknowledged.sum();
            long cpuBefore = clients.cpuNanos();
            long from = System.nanoTime();
            send(producer, topic, value, span, acknowledged, failure);
            long count = acknowledged.sum() - before;
            double seconds = (System.nanoTime() - from) / 1e9;
            double cpu = (clients.cpuNanos() - cpuBefore) / 1e3;
            Exception failed = failure.get();
            if (failed != null) {
                throw new IllegalStateException("a record was not acknowledged", failed);
            }
            return new Rate(count / seconds, cpu / Math.max(1, count));
        } finally {
            // What still waits in the client does not count.
            producer.close(Duration.ZERO);
        }
    }

    private static void send(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            byte[] value,
            Duration span,
            LongAdder acknowledged,
            AtomicReference<@Nullable Exception> failure) {
        long end = System.nanoTime() + span.toNanos();
        while (System.nanoTime() < end) {
            var unused = producer.send(new ProducerRecord<>(topic, value), (done, failed) -> {
                if (failed == null) {
                    acknowledged.increment();
                } else {
                    failure.compareAndSet(null, failed);
                }
            });
        }
    }

    /** Each record is sent once the one before is acknowledged. */
    Latency synchronous(String topic, int size, Duration span) throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = clients.promptProducer()) {
            byte[] value = value(size);
            producer.send(new ProducerRecord<>(topic, 0, null, value)).get();
            double[] took = new double[MAX_SAMPLES];
            int count = 0;
            for (long end = System.nanoTime() + span.toNanos(); System.nanoTime() < end && count < MAX_SAMPLES; ) {
                long start = System.nanoTime();
                producer.send(new ProducerRecord<>(topic, 0, null, value)).get();
                took[count++] = (System.nanoTime() - start) / 1e6;
            }
            return Latency.of(Arrays.copyOf(took, count));
        }
    }

    /** Each record is sent once a consumer has the one before. */
    Latency endToEnd(String topic, int size, Duration span) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaProducer<byte[], byte[]> producer = clients.promptProducer();
                KafkaConsumer<byte[], byte[]> consumer = clients.consumer(List.of(partition))) {
            consumer.seekToEnd(List.of(partition));
            long next = consumer.position(partition);
            byte[] value = value(size);
            double[] took = new double[MAX_SAMPLES];
            int count = 0;
            long from = System.nanoTime() + RAMP.toNanos();
            for (long end = from + span.toNanos(); System.nanoTime() < end && count < MAX_SAMPLES; ) {
                long start = System.nanoTime();
                var unused = producer.send(new ProducerRecord<>(topic, 0, null, value));
                next++;
                while (consumer.position(partition) < next) {
                    consumer.poll(POLL);
                }
                if (start >= from) {
                    took[count++] = (System.nanoTime() - start) / 1e6;
                }
            }
            return Latency.of(Arrays.copyOf(took, count));
        }
    }

    /** How many records a second a consumer gets that starts again from the beginning at the end. */
    double consume(String topic, int partitions, Duration span) {
        List<TopicPartition> all = BrokerClients.partitions(topic, partitions);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer(all)) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            all.forEach(partition -> consumer.seek(partition, 0));
            read(consumer, ends, RAMP);
            long from = System.nanoTime();
            long count = read(consumer, ends, span);
            return count / ((System.nanoTime() - from) / 1e9);
        }
    }

    private static long read(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Duration span) {
        long count = 0;
        for (long end = System.nanoTime() + span.toNanos(); System.nanoTime() < end; ) {
            count += consumer.poll(POLL).count();
            // Each partition for itself, so that the others go on meanwhile.
            ends.forEach((partition, last) -> {
                if (consumer.position(partition) >= last) {
                    consumer.seek(partition, 0);
                }
            });
        }
        return count;
    }

    /** One acknowledged record on each partition of a topic. */
    void fill(String topic, int partitions) {
        LongAdder acknowledged = new LongAdder();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = clients.promptProducer()) {
            for (int i = 0; i < partitions; i++) {
                var unused = producer.send(new ProducerRecord<>(topic, i, null, value(100)), (done, failed) -> {
                    if (failed == null) {
                        acknowledged.increment();
                    } else {
                        failure.compareAndSet(null, failed);
                    }
                });
            }
            producer.flush();
        }
        if (acknowledged.sum() != partitions) {
            throw new IllegalStateException(
                    acknowledged.sum() + " of " + partitions + " partitions took a record", failure.get());
        }
    }

    /** Lets the machine become idle after a load. */
    static void rest() {
        ProcessLab.let(REST);
    }
}
