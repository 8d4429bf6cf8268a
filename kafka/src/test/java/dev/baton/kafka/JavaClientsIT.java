// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The producer, consumer and admin of kafka-clients against a broker. */
class JavaClientsIT {
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

    private static void create(String topic, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .get();
    }

    private static List<RecordMetadata> send(String topic, int count, Map<String, Object> settings) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), settings)) {
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, 0, "key-" + i, "value-" + i)));
            }
        }
        List<RecordMetadata> acknowledged = new ArrayList<>();
        for (Future<RecordMetadata> it : sent) {
            acknowledged.add(it.get());
        }
        return acknowledged;
    }

    private static List<String> values(String topic, int count) {
        try (KafkaConsumer<String, String> consumer = Clients.consumer(broker.address(), Map.of())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return Clients.read(consumer, count).stream()
                    .map(ConsumerRecord::value)
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void whatAnIdempotentProducerSendsIsReadInOrder(String codec) throws Exception {
        create("codec-" + codec, 1);

        List<RecordMetadata> sent =
                send("codec-" + codec, 500, Map.of("compression.type", codec, "batch.size", "2000", "linger.ms", "1"));

        assertThat(sent).extracting(RecordMetadata::offset).isSorted().doesNotHaveDuplicates();
        List<String> read = values("codec-" + codec, 500);
        assertThat(read).hasSize(500).startsWith("value-0").endsWith("value-499");
    }

    @Test
    void producerWithoutIdempotenceAndAnyAcksIsServed() throws Exception {
        for (String acks : List.of("0", "1", "all")) {
            create("acks-" + acks, 1);
            send("acks-" + acks, 50, Map.of("acks", acks, "enable.idempotence", "false"));
            assertThat(values("acks-" + acks, 50)).hasSize(50);
        }
    }

    @Test
    void topicIsCreatedWhenAProducerAsksForIt() throws Exception {
        send("auto-created", 1, Map.of());

        assertThat(admin.listTopics().names().get()).contains("auto-created");
    }

    @Test
    void adminSeesWhatItCreated() throws Exception {
        create("seen", 3);

        TopicDescription described =
                admin.describeTopics(List.of("seen")).allTopicNames().get().get("seen");
        assertThat(described.partitions()).hasSize(3).allSatisfy(it -> {
            assertThat(it.leader().port()).isEqualTo(broker.port());
            assertThat(it.replicas()).hasSize(1);
        });
        assertThat(admin.describeCluster().clusterId().get()).isEqualTo("test-cluster");
        assertThat(admin.describeCluster().nodes().get()).hasSize(1);

        admin.createPartitions(Map.of("seen", NewPartitions.increaseTo(5)))
                .all()
                .get();
        assertThat(admin.describeTopics(List.of("seen"))
                        .allTopicNames()
                        .get()
                        .get("seen")
                        .partitions())
                .hasSize(5);

        admin.deleteTopics(List.of("seen")).all().get();
        assertThatThrownBy(() ->
                        admin.describeTopics(List.of("seen")).allTopicNames().get())
                .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }

    @Test
    void settingsOfATopicAreShownAndChanged() throws Exception {
        create("settings", 1);
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "settings");

        admin.incrementalAlterConfigs(Map.of(
                        topic,
                        List.of(new AlterConfigOp(new ConfigEntry("retention.ms", "1000"), AlterConfigOp.OpType.SET))))
                .all()
                .get();

        assertThat(admin.describeConfigs(List.of(topic))
                        .all()
                        .get()
                        .get(topic)
                        .get("retention.ms")
                        .value())
                .isEqualTo("1000");
        assertThatThrownBy(() -> admin.incrementalAlterConfigs(Map.of(
                                topic,
                                List.of(new AlterConfigOp(
                                        new ConfigEntry("cleanup.policy", "shrink"), AlterConfigOp.OpType.SET))))
                        .all()
                        .get())
                .hasCauseInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void topicThatCannotBeIsRefusedWithTheErrorOfTheProtocol() throws Exception {
        create("there", 1);

        assertThatThrownBy(() -> create("there", 1)).hasCauseInstanceOf(TopicExistsException.class);
        assertThatThrownBy(() -> create("there", 0)).hasCauseInstanceOf(InvalidPartitionsException.class);
        assertThatThrownBy(() -> create("there", 10_000_000)).hasCauseInstanceOf(InvalidPartitionsException.class);
        assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("too-many", 1, (short) 5)))
                        .all()
                        .get())
                .hasCauseInstanceOf(InvalidReplicationFactorException.class);
        for (String name : List.of(".", "..", "a/b", "../../etc", "x".repeat(250), "ü", "__consumer_offsets")) {
            assertThatThrownBy(() -> create(name, 1)).hasCauseInstanceOf(InvalidTopicException.class);
        }
        create("dots.and", 1);
        assertThatThrownBy(() -> create("dots_and", 1)).hasCauseInstanceOf(InvalidTopicException.class);
    }

    @Test
    void offsetsAreFoundByTime() throws Exception {
        NewTopic kept = new NewTopic("times", 1, (short) 1).configs(Map.of("retention.ms", "-1"));
        admin.createTopics(List.of(kept)).all().get();
        TopicPartition partition = new TopicPartition("times", 0);
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), Map.of())) {
            for (long time : List.of(1_000L, 3_000L, 2_000L)) {
                producer.send(new ProducerRecord<>("times", 0, time, "key", "value"))
                        .get();
            }
        }

        assertThat(offset(partition, OffsetSpec.earliest())).isZero();
        assertThat(offset(partition, OffsetSpec.latest())).isEqualTo(3);
        assertThat(offset(partition, OffsetSpec.maxTimestamp())).isEqualTo(1);
        assertThat(offset(partition, OffsetSpec.forTimestamp(1_500))).isEqualTo(1);
        assertThat(offset(partition, OffsetSpec.forTimestamp(9_000))).isEqualTo(-1);

        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                .all()
                .get();
        assertThat(offset(partition, OffsetSpec.earliest())).isEqualTo(2);
    }

    private static long offset(TopicPartition partition, OffsetSpec spec) throws Exception {
        return admin.listOffsets(Map.of(partition, spec))
                .partitionResult(partition)
                .get()
                .offset();
    }

    @Test
    void sizesAreShown() throws Exception {
        create("sized", 1);
        send("sized", 10, Map.of());

        int id = admin.describeCluster().nodes().get().iterator().next().id();
        assertThat(admin.describeLogDirs(List.of(id))
                        .allDescriptions()
                        .get()
                        .get(id)
                        .values()
                        .iterator()
                        .next()
                        .replicaInfos()
                        .get(new TopicPartition("sized", 0))
                        .size())
                .isPositive();
    }

    @Test
    void transactionsAreRefused() {
        try (KafkaProducer<String, String> producer =
                Clients.producer(broker.address(), Map.of("transactional.id", "t"))) {
            assertThatThrownBy(producer::initTransactions).isInstanceOf(KafkaException.class);
        }
    }

    @Test
    void fetchWaitsForRecords() throws Exception {
        create("awaited", 1);
        try (KafkaConsumer<String, String> consumer =
                        Clients.consumer(broker.address(), Map.of("fetch.max.wait.ms", "2000"));
                KafkaProducer<String, String> producer = Clients.producer(broker.address(), Map.of())) {
            consumer.assign(List.of(new TopicPartition("awaited", 0)));
            assertThat(consumer.poll(Duration.ofMillis(300))).isEmpty();
            eventually(
                    "a fetch waits", TestBroker.SOON, () -> broker.broker.waitingFetches() > 0, () -> broker.metrics);

            producer.send(new ProducerRecord<>("awaited", "key", "value")).get();

            assertThat(Clients.read(consumer, 1)).hasSize(1);
        }
    }

    @Test
    void nothingIsAcknowledgedOrReadBeforeItIsCommitted() throws Exception {
        create("held", 1);
        MemoryLog log = broker.log("held", 0);
        log.hold(true);
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), Map.of());
                KafkaConsumer<String, String> consumer = Clients.consumer(broker.address(), Map.of())) {
            Future<RecordMetadata> sent = producer.send(new ProducerRecord<>("held", "key", "value"));
            eventually("it is appended", TestBroker.SOON, () -> log.endOffset() == 1, log::endOffset);
            consumer.assign(List.of(new TopicPartition("held", 0)));
            assertThat(consumer.poll(Duration.ofMillis(200))).isEmpty();
            assertThat(sent).isNotDone();

            log.hold(false);

            assertThat(sent.get().offset()).isZero();
            assertThat(Clients.read(consumer, 1)).hasSize(1);
        }
    }

    @Test
    void whatIsNotOfferedIsNotTriedByClients() throws Exception {
        create("placed", 1);
        TopicPartition partition = new TopicPartition("placed", 0);
        List<Future<?>> asked = List.of(
                admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).all(),
                admin.alterPartitionReassignments(
                                Map.of(partition, Optional.of(new NewPartitionReassignment(List.of(1)))))
                        .all(),
                admin.listPartitionReassignments().reassignments());

        for (Future<?> each : asked) {
            assertThatThrownBy(each::get).hasCauseInstanceOf(UnsupportedVersionException.class);
        }
    }

    @Test
    void producerOutlivesALostLead() throws Exception {
        create("moved", 1);
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), Map.of())) {
            producer.send(new ProducerRecord<>("moved", "key", "before")).get();

            broker.partitions.loseAllLeads();
            Future<RecordMetadata> sent = producer.send(new ProducerRecord<>("moved", "key", "after"));
            eventually(
                    "it is refused",
                    TestBroker.SOON,
                    () -> broker.metrics.count("NOT_LEADER_OR_FOLLOWER") > 0,
                    () -> broker.metrics);
            broker.partitions.leadAll();

            assertThat(sent.get().offset()).isEqualTo(1);
            assertThat(values("moved", 2)).containsExactly("before", "after");
        } catch (ExecutionException failed) {
            throw new AssertionError("the producer gave up", failed);
        }
    }
}
