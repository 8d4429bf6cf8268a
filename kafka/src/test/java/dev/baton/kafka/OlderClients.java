// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * A program that uses Kafka as programs do, on whichever version of its clients it is run with. Arguments: the brokers, and
 * a topic that is not there yet.
 */
final class OlderClients {
    private static final int RECORDS = 500;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private OlderClients() {}

    public static void main(String[] args) throws Exception {
        System.out.println("version " + AppInfoParser.getVersion());
        String topic = args[1];
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0]);
        try (Admin admin = Admin.create(settings)) {
            admin.createTopics(List.of(new NewTopic(topic, 3, (short) 3))).all().get();
            System.out.println(
                    "brokers " + admin.describeCluster().nodes().get().size());
        }
        produce(args[0], topic);
        for (String protocol : List.of("classic", "consumer")) {
            System.out.println(protocol + " " + consume(args[0], topic, protocol));
        }
        try (Admin admin = Admin.create(settings)) {
            System.out.println("committed "
                    + admin
                            .listConsumerGroupOffsets("older-classic")
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .values()
                            .stream()
                            .mapToLong(it -> it.offset())
                            .sum());
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    private static void produce(String brokers, String topic) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers, "compression.type", "zstd"),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, "key" + i, "value" + i)));
            }
        }
        for (Future<RecordMetadata> each : sent) {
            each.get();
        }
        System.out.println("acknowledged " + sent.size());
    }

    private static int consume(String brokers, String topic, String protocol) {
        long end = System.nanoTime() + LIMIT.toNanos();
        int read = 0;
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers,
                        "group.id",
                        "older-" + protocol,
                        "group.protocol",
                        protocol,
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (read < RECORDS && System.nanoTime() - end < 0) {
                read += consumer.poll(Duration.ofMillis(200)).count();
            }
            consumer.commitSync();
        }
        return read;
    }
}
