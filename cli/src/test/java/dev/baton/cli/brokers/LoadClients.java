// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The Kafka clients that make the load. A record's value is its text, its key makes it large. */
final class LoadClients {
    static final String TOPIC = "load";
    static final int PARTITIONS = 6;
    static final int REPLICAS = 3;

    private final Map<String, Object> common = new HashMap<>();

    /** @param trusted a file of certificates, or {@code -} for connections that are not encrypted */
    LoadClients(String brokers, String trusted) {
        common.putAll(Map.of(
                "bootstrap.servers",
                brokers,
                "request.timeout.ms",
                "5000",
                "metadata.max.age.ms",
                "5000",
                "socket.connection.setup.timeout.ms",
                "3000",
                "enable.metrics.push",
                "false",
                "metric.reporters",
                ""));
        if (!trusted.equals("-")) {
            common.putAll(Map.of(
                    "security.protocol", "SSL", "ssl.truststore.type", "PEM", "ssl.truststore.location", trusted));
        }
    }

    static List<TopicPartition> partitions() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(it -> new TopicPartition(TOPIC, it))
                .toList();
    }

    /** Of a client of one broker. */
    Map<String, Object> settings(String broker) {
        return with(Map.of("bootstrap.servers", broker));
    }

    private Map<String, Object> with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(common);
        all.putAll(more);
        return all;
    }

    Admin admin() {
        return Admin.create(with(Map.of("default.api.timeout.ms", "20000")));
    }

    KafkaProducer<byte[], String> producer() {
        return new KafkaProducer<>(
                with(Map.of("enable.idempotence", "true", "acks", "all", "delivery.timeout.ms", "2400000")),
                new ByteArraySerializer(),
                new StringSerializer());
    }

    /** One whose batches are so large that there are several under way at a time. */
    KafkaProducer<byte[], String> bulkProducer() {
        return new KafkaProducer<>(
                with(Map.of(
                        "enable.idempotence",
                        "true",
                        "acks",
                        "all",
                        "delivery.timeout.ms",
                        "2400000",
                        "batch.size",
                        Integer.toString(BulkLoad.BATCH_BYTES),
                        "linger.ms",
                        "50")),
                new ByteArraySerializer(),
                new StringSerializer());
    }

    /** One that sends a record once, and says what came of that. */
    KafkaProducer<byte[], String> producerOfOneAttempt() {
        return new KafkaProducer<>(
                with(Map.of(
                        "enable.idempotence",
                        "false",
                        "acks",
                        "all",
                        "retries",
                        "0",
                        "max.request.size",
                        "4000000",
                        "delivery.timeout.ms",
                        "30000",
                        "max.block.ms",
                        "240000")),
                new ByteArraySerializer(),
                new StringSerializer());
    }

    /** @param protocol {@code classic} or {@code consumer}, which is that of KIP-848 */
    KafkaConsumer<byte[], String> memberOf(String protocol) {
        Map<String, Object> group = new HashMap<>(
                Map.of("group.id", protocol, "group.protocol", protocol, "auto.commit.interval.ms", "500"));
        if (protocol.equals("classic")) {
            group.put("session.timeout.ms", "10000");
        }
        KafkaConsumer<byte[], String> member = consumer(group);
        member.subscribe(List.of(TOPIC));
        return member;
    }

    /** One that reads everything from the first offset on. */
    KafkaConsumer<byte[], String> reader() {
        return reader(partitions());
    }

    KafkaConsumer<byte[], String> reader(List<TopicPartition> of) {
        KafkaConsumer<byte[], String> reader = consumer(Map.of("enable.auto.commit", "false"));
        reader.assign(of);
        return reader;
    }

    private KafkaConsumer<byte[], String> consumer(Map<String, Object> more) {
        Map<String, Object> all = with(more);
        all.put("auto.offset.reset", "earliest");
        all.put("default.api.timeout.ms", "20000");
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new StringDeserializer());
    }
}
