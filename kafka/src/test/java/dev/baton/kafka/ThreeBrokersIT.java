// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.member.MemberAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers whose partitions are replicated, of which one goes away under load. */
class ThreeBrokersIT {
    private static final int PARTITIONS = 3;

    @TempDir
    Path folder;

    private final Map<String, RealBroker> brokers = new HashMap<>();

    @AfterEach
    void stop() {
        brokers.values().forEach(RealBroker::close);
    }

    private String bootstrap() {
        return brokers.values().stream().map(it -> it.broker.address()).collect(Collectors.joining(","));
    }

    @Test
    void nothingAcknowledgedIsLostOrDoubledWhenABrokerGoes() throws Exception {
        List<MemberAddress> all = RealBroker.addresses("a", "b", "c");
        for (MemberAddress self : all) {
            brokers.put(self.node().value(), new RealBroker(self, folder, all));
        }
        eventually(
                "all nodes are registered",
                TestBroker.SOON,
                () -> brokers.values().stream()
                        .allMatch(it -> it.controller.read(view -> view.nodes().size() == 3)),
                () -> brokers);
        String addresses = bootstrap();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", addresses))) {
            admin.createTopics(List.of(new NewTopic("topic", PARTITIONS, (short) 3)))
                    .all()
                    .get();
            assertThat(admin.describeCluster().nodes().get()).hasSize(3);
        }
        Map<String, Object> patient = Map.of("delivery.timeout.ms", "120000", "linger.ms", "1");
        try (KafkaProducer<String, String> producer = Clients.producer(addresses, patient);
                KafkaConsumer<String, String> consumer =
                        Clients.consumer(addresses, Map.of("group.id", "readers", "enable.auto.commit", "false"))) {
            consumer.subscribe(List.of("topic"));
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            send(producer, sent, 0, 500);
            for (Future<RecordMetadata> it : sent) {
                it.get();
            }
            NavigableMap<String, String> read = new TreeMap<>();
            readUntil(500, consumer, read);
            consumer.commitSync();

            send(producer, sent, 500, 700);
            brokers.remove("a").close();
            send(producer, sent, 700, 1_000);
            for (Future<RecordMetadata> it : sent) {
                it.get();
            }
            readUntil(1_000, consumer, read);

            assertThat(read.values()).hasSize(1_000).doesNotHaveDuplicates();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                int it = partition;
                assertThat(read.values().stream().map(Integer::parseInt).filter(value -> value % PARTITIONS == it))
                        .isSorted();
            }
        }
    }

    private static void send(
            KafkaProducer<String, String> producer, List<Future<RecordMetadata>> sent, int from, int to) {
        for (int i = from; i < to; i++) {
            sent.add(producer.send(new ProducerRecord<>("topic", i % PARTITIONS, "key", Integer.toString(i))));
        }
    }

    /** By partition and offset: a consumer whose group moves to another broker may be given a record a second time. */
    private static void readUntil(int count, KafkaConsumer<String, String> consumer, Map<String, String> read) {
        eventually(
                count + " records were read",
                TestBroker.SOON,
                () -> {
                    for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                        String place = String.format("%d %019d", record.partition(), record.offset());
                        assertThat(read.put(place, record.value())).isIn(null, record.value());
                    }
                    return read.size() >= count;
                },
                read::size);
    }
}
