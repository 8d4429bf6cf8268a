// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumer groups of both protocols, with real consumers. */
class GroupsIT {
    @TempDir
    static Path folder;

    private static TestBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder);
        admin = broker.admin();
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static void fill(String topic, int from, int to) throws Exception {
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), Map.of())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = from; i < to; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, i % 4, "key", "value-" + i)));
            }
            for (Future<RecordMetadata> it : sent) {
                it.get();
            }
        }
    }

    private static KafkaConsumer<String, String> member(String group, String protocol) {
        return Clients.consumer(
                broker.address(), Map.of("group.id", group, "group.protocol", protocol, "enable.auto.commit", "false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void groupGoesOnWhereItCommitted(String protocol) throws Exception {
        String topic = "topic-" + protocol;
        String group = "group-" + protocol;
        admin.createTopics(List.of(new NewTopic(topic, 4, (short) 1))).all().get();
        fill(topic, 0, 40);
        try (KafkaConsumer<String, String> consumer = member(group, protocol)) {
            consumer.subscribe(List.of(topic));
            assertThat(Clients.read(consumer, 40)).hasSize(40);
            consumer.commitSync();
        }
        fill(topic, 40, 50);

        // The groups are read back from their log, as on another node.
        broker.partitions.loseAllLeads();
        broker.partitions.leadAll();

        try (KafkaConsumer<String, String> consumer = member(group, protocol)) {
            consumer.subscribe(List.of(topic));
            assertThat(Clients.read(consumer, 10))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder(
                            "value-40",
                            "value-41",
                            "value-42",
                            "value-43",
                            "value-44",
                            "value-45",
                            "value-46",
                            "value-47",
                            "value-48",
                            "value-49");
            consumer.commitSync();
            assertThat(consumer.committed(Set.of(new TopicPartition(topic, 0)))
                            .get(new TopicPartition(topic, 0))
                            .offset())
                    .isEqualTo(13);
        }
        assertThat(admin.listGroups().all().get())
                .extracting(GroupListing::groupId)
                .contains(group);
        assertThat(admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get())
                .hasSize(4);
        eventually("the group is empty", TestBroker.SOON, () -> isEmpty(group), () -> group);
        admin.deleteConsumerGroups(List.of(group)).all().get();
        assertThat(admin.listGroups().all().get())
                .extracting(GroupListing::groupId)
                .doesNotContain(group);
    }

    private static boolean isEmpty(String group) {
        try {
            return admin.describeConsumerGroups(List.of(group))
                    .all()
                    .get()
                    .get(group)
                    .members()
                    .isEmpty();
        } catch (Exception notYet) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void twoMembersShareThePartitions(String protocol) throws Exception {
        String topic = "shared-" + protocol;
        admin.createTopics(List.of(new NewTopic(topic, 4, (short) 1))).all().get();
        try (KafkaConsumer<String, String> one = member("two-" + protocol, protocol);
                KafkaConsumer<String, String> other = member("two-" + protocol, protocol)) {
            one.subscribe(List.of(topic));
            other.subscribe(List.of(topic));
            eventually(
                    "both have two partitions",
                    TestBroker.SOON,
                    () -> {
                        one.poll(Duration.ofMillis(50));
                        other.poll(Duration.ofMillis(50));
                        return one.assignment().size() == 2
                                && other.assignment().size() == 2;
                    },
                    () -> one.assignment() + " " + other.assignment());

            Set<TopicPartition> all = new HashSet<>(one.assignment());
            all.addAll(other.assignment());
            assertThat(all).hasSize(4);
            assertThat(admin.describeConsumerGroups(List.of("two-" + protocol))
                            .all()
                            .get()
                            .get("two-" + protocol)
                            .members())
                    .hasSize(2);
        }
    }

    @Test
    void longLogOfGroupsIsMadeShort() throws Exception {
        admin.createTopics(List.of(new NewTopic("busy", 4, (short) 1))).all().get();
        fill("busy", 0, 4);
        try (KafkaConsumer<String, String> consumer = member("often", "classic")) {
            consumer.subscribe(List.of("busy"));
            Clients.read(consumer, 4);
            consumer.commitSync();
        }
        int partition = Math.floorMod("often".hashCode() & 0x7fffffff, 4);
        MemoryLog log = broker.log("__consumer_offsets", partition);
        // The same commit many times over, as if it had been made so often.
        SimpleRecord[] copies = new SimpleRecord[30_000];
        Record commit = commit(log);
        Arrays.fill(copies, new SimpleRecord(commit));
        for (int i = 0; i < 4; i++) {
            log.append(MemoryRecords.withRecords(Compression.NONE, copies))
                    .committed()
                    .join();
        }

        broker.partitions.loseAllLeads();
        broker.partitions.leadAll();

        eventually(
                "only the last records are kept",
                TestBroker.SOON,
                () -> log.highWatermark() - log.startOffset() < 1_000,
                () -> log.startOffset() + " to " + log.highWatermark());
        fill("busy", 4, 8);
        try (KafkaConsumer<String, String> consumer = member("often", "classic")) {
            consumer.subscribe(List.of("busy"));
            assertThat(Clients.read(consumer, 4))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder("value-4", "value-5", "value-6", "value-7");
        }
    }

    /** The last record about an offset of the group that committed last. */
    private static Record commit(MemoryLog log) {
        Record last = null;
        for (Record record :
                log.read(log.startOffset(), Integer.MAX_VALUE).records().records()) {
            if (record.hasValue()
                    && new GroupCoordinatorRecordSerde()
                                    .deserialize(record.key(), record.value())
                                    .key()
                            instanceof OffsetCommitKey key
                    && key.group().equals("often")) {
                last = record;
            }
        }
        assertThat(last).isNotNull();
        return last;
    }

    @Test
    void groupOfATopicThatIsDeletedForgetsItsOffsets() throws Exception {
        admin.createTopics(List.of(new NewTopic("short-lived", 4, (short) 1)))
                .all()
                .get();
        fill("short-lived", 0, 4);
        List<ConsumerRecord<String, String>> read = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = member("short", "classic")) {
            consumer.subscribe(List.of("short-lived"));
            read.addAll(Clients.read(consumer, 4));
            consumer.commitSync();
        }

        admin.deleteTopics(List.of("short-lived")).all().get();

        assertThat(read).hasSize(4);
        eventually(
                "its offsets are gone",
                TestBroker.SOON,
                () -> {
                    try {
                        return admin.listConsumerGroupOffsets("short")
                                .partitionsToOffsetAndMetadata()
                                .get()
                                .isEmpty();
                    } catch (Exception notYet) {
                        return false;
                    }
                },
                () -> "offsets");
    }
}
