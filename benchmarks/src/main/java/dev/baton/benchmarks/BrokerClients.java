// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka clients of a cluster, with the same settings for Baton and for Apache Kafka. */
final class BrokerClients {
    static final Duration PATIENCE = Duration.ofMinutes(2);
    static final short REPLICAS = 3;

    private final BrokerServers cluster;
    private final String addresses;

    BrokerClients(BrokerServers cluster) {
        this.cluster = cluster;
        this.addresses = cluster.addresses();
    }

    /** What the brokers have used of the CPU so far, all together. */
    long cpuNanos() {
        return IdleCosts.cpu(cluster.nodes().stream().map(cluster::pid).toList());
    }

    static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TopicPartition(topic, i))
                .toList();
    }

    Admin admin() {
        return Admin.create(settings(Map.of("request.timeout.ms", "5000")));
    }

    /** With acks=all, idempotent, and batches of 16 KiB after 5 ms at the latest: the defaults of Kafka's client. */
    KafkaProducer<byte[], byte[]> producer() {
        return producer(Map.of());
    }

    /** One that sends at once. */
    KafkaProducer<byte[], byte[]> promptProducer() {
        return producer(Map.of("linger.ms", "0"));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(Map.of(
                "acks",
                "all",
                "enable.idempotence",
                "true",
                "max.block.ms",
                millis(PATIENCE),
                "delivery.timeout.ms",
                millis(PATIENCE)));
        all.putAll(more);
        return new KafkaProducer<>(settings(all), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** One without a group. */
    KafkaConsumer<byte[], byte[]> consumer(Collection<TopicPartition> partitions) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                settings(Map.of("auto.offset.reset", "earliest", "enable.auto.commit", "false")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(partitions);
        return consumer;
    }

    /** Tries until all three brokers are there to have a replica. */
    void create(Admin admin, String topic, int partitions) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                admin.createTopics(List.of(new NewTopic(topic, partitions, REPLICAS)))
                        .all()
                        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (ExecutionException | TimeoutException notYet) {
                if (notYet.getCause() instanceof org.apache.kafka.common.errors.TopicExistsException) {
                    return;
                }
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("topic " + topic + " is not created", notYet);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    private Map<String, Object> settings(Map<String, String> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                addresses,
                // So that what a client waits before it asks again is no large part of a start or a change of leader.
                "reconnect.backoff.max.ms",
                "50",
                "retry.backoff.ms",
                "20",
                "metric.reporters",
                "",
                "enable.metrics.push",
                "false"));
        settings.putAll(more);
        return settings;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
