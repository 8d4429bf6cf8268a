// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.VoidDeserializer;
import org.apache.kafka.common.serialization.VoidSerializer;

/** Ordinary Kafka clients of the demo's brokers. */
final class DemoClients {
    static final String TOPIC = "demo";
    static final int PARTITIONS = 6;

    /** How long to wait for a paused broker before asking another. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration METADATA_AGE = Duration.ofSeconds(1);

    private final String brokers;

    DemoClients(List<String> brokers) {
        this.brokers = String.join(",", brokers);
    }

    static List<TopicPartition> partitions() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new TopicPartition(TOPIC, i))
                .toList();
    }

    Admin admin() {
        return Admin.create(settings("demo-admin", Map.of("default.api.timeout.ms", millis(REQUEST_TIMEOUT))));
    }

    /** One whose repeated records are appended once. */
    KafkaProducer<Void, Integer> producer() {
        return new KafkaProducer<>(
                settings(
                        "demo-producer",
                        Map.of(
                                "acks",
                                "all",
                                "enable.idempotence",
                                "true",
                                "delivery.timeout.ms",
                                millis(DELIVERY_TIMEOUT))),
                new VoidSerializer(),
                new IntegerSerializer());
    }

    /** One that reads all partitions, without a group, each from an offset. */
    KafkaConsumer<Void, Integer> reader(String id, Map<TopicPartition, Long> from) {
        KafkaConsumer<Void, Integer> reader = new KafkaConsumer<>(
                settings(id, Map.of("auto.offset.reset", "none", "enable.auto.commit", "false")),
                new VoidDeserializer(),
                new IntegerDeserializer());
        reader.assign(from.keySet());
        from.forEach(reader::seek);
        return reader;
    }

    private Map<String, Object> settings(String id, Map<String, String> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                brokers,
                "client.id",
                id,
                "request.timeout.ms",
                millis(REQUEST_TIMEOUT),
                "metadata.max.age.ms",
                millis(METADATA_AGE),
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
