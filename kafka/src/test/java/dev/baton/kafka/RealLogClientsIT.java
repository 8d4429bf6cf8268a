// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.kafka.access.KafkaUser;
import dev.baton.kafka.access.TopicPermission;
import dev.baton.security.TlsFiles;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real clients of a broker with everything that there is: the log on disk, TLS and users. */
class RealLogClientsIT {
    private static final String PASSWORD = "canary-4711";

    @TempDir
    static Path folder;

    private static TestKeys keys;
    private static RealBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        keys = TestKeys.make(folder, "broker", "dns:localhost,ip:127.0.0.1");
        KafkaAcl access = new KafkaAcl(
                Optional.of(KafkaTls.of(TlsFiles.pem(keys.certificate(), keys.key()))),
                List.of(new KafkaUser("root", PASSWORD, List.of(TopicPermission.ALL))));
        broker = RealBroker.alone(folder, KafkaSettings.onLoopback(0).with(access));
        admin = Admin.create(settings(Map.of("bootstrap.servers", address())));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static String address() {
        return broker.broker.address();
    }

    private static Map<String, Object> settings(Map<String, Object> more) throws IOException {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.certificates",
                Files.readString(keys.certificate()),
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"root\" password=\""
                        + PASSWORD + "\";"));
        settings.putAll(more);
        return settings;
    }

    private static void create(String topic, Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(configs)))
                .all()
                .get();
    }

    private static void send(String topic, int from, int to, Map<String, Object> more) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = Clients.producer(address(), settings(more))) {
            for (int i = from; i < to; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, 0, 5L, "key", "value-" + i)));
            }
        }
        for (Future<RecordMetadata> it : sent) {
            it.get();
        }
    }

    private static KafkaConsumer<String, String> consumer(Map<String, Object> more) throws IOException {
        return Clients.consumer(address(), settings(more));
    }

    private static List<ConsumerRecord<String, String>> read(String topic, int count) throws IOException {
        try (KafkaConsumer<String, String> consumer = consumer(Map.of())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            return Clients.read(consumer, count);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void recordsOfEachCodecAreReadAsTheyWereSent(String codec) throws Exception {
        create("codec-" + codec, Map.of("retention.ms", "-1"));

        send("codec-" + codec, 0, 200, Map.of("compression.type", codec, "batch.size", "2000", "linger.ms", "1"));

        assertThat(read("codec-" + codec, 200))
                .extracting(ConsumerRecord::value)
                .startsWith("value-0")
                .endsWith("value-199")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void groupGoesOnWhereItCommitted(String protocol) throws Exception {
        String topic = "grouped-" + protocol;
        create(topic, Map.of("retention.ms", "-1"));
        Map<String, Object> member =
                Map.of("group.id", "of-" + topic, "group.protocol", protocol, "enable.auto.commit", "false");
        send(topic, 0, 20, Map.of());
        try (KafkaConsumer<String, String> consumer = consumer(member)) {
            consumer.subscribe(List.of(topic));
            Clients.read(consumer, 20);
            consumer.commitSync();
        }
        send(topic, 20, 25, Map.of());

        try (KafkaConsumer<String, String> consumer = consumer(member)) {
            consumer.subscribe(List.of(topic));
            assertThat(Clients.read(consumer, 5))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("value-20", "value-21", "value-22", "value-23", "value-24");
        }
    }

    @Test
    void offsetsOfAGroupAreDeletedWhereNobodyReads() throws Exception {
        create("left", Map.of("retention.ms", "-1"));
        create("kept", Map.of("retention.ms", "-1"));
        TopicPartition left = new TopicPartition("left", 0);
        TopicPartition kept = new TopicPartition("kept", 0);
        try (KafkaConsumer<String, String> consumer =
                consumer(Map.of("group.id", "leaving", "enable.auto.commit", "false"))) {
            consumer.assign(List.of(left, kept));
            consumer.commitSync(Map.of(left, new OffsetAndMetadata(3), kept, new OffsetAndMetadata(4)));
        }

        admin.deleteConsumerGroupOffsets("leaving", Set.of(left)).all().get();

        assertThat(admin.listConsumerGroupOffsets("leaving")
                        .partitionsToOffsetAndMetadata()
                        .get())
                .containsOnlyKeys(kept);
    }

    @Test
    void recordsHaveTheTimeOfTheBrokerWhereTheTopicSaysSo() throws Exception {
        create("stamped", Map.of("message.timestamp.type", "LogAppendTime"));
        long before = System.currentTimeMillis();

        send("stamped", 0, 3, Map.of());

        assertThat(read("stamped", 3)).allSatisfy(it -> {
            assertThat(it.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
            assertThat(it.timestamp()).isBetween(before, System.currentTimeMillis());
        });
    }

    @Test
    void consumerAsksWhereTheEpochEndsInWhichItReadLast() throws Exception {
        create("epochs", Map.of("retention.ms", "-1"));
        send("epochs", 0, 3, Map.of());
        TopicPartition partition = new TopicPartition("epochs", 0);
        int epoch = read("epochs", 3).get(2).leaderEpoch().orElseThrow();
        long asked = broker.metrics.count("answered OffsetForLeaderEpoch");
        try (KafkaConsumer<String, String> consumer = consumer(Map.of())) {
            consumer.assign(List.of(partition));
            // An epoch before the leader's has the consumer ask, before it reads on from there.
            consumer.seek(partition, new OffsetAndMetadata(2, Optional.of(epoch), ""));

            assertThat(Clients.read(consumer, 1))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("value-2");
        }
        assertThat(broker.metrics.count("answered OffsetForLeaderEpoch")).isGreaterThan(asked);
    }

    @Test
    void kcatWithTlsAndAUserReadsWhatItWrote() throws Exception {
        // By PLAIN: librdkafka before 2.6.1 cannot log in by SCRAM to the classes of Kafka 4.
        Kcat kcat = new Kcat(address(), folder);
        assumeTrue(kcat.isInstalled(), "left out: kcat is not installed (Debian: kcat)");
        create("kcat", Map.of());
        String[] login = {
            "-X", "security.protocol=SASL_SSL",
            "-X", "sasl.mechanisms=PLAIN",
            "-X", "sasl.username=root",
            "-X", "sasl.password=" + PASSWORD,
            "-X", "ssl.ca.location=" + keys.certificate()
        };

        assertThat(kcat.run("one\ntwo", with(login, "-P", "-t", "kcat", "-z", "zstd")))
                .isEmpty();
        assertThat(kcat.run("", with(login, "-C", "-t", "kcat", "-o", "beginning", "-e")))
                .isEqualTo("one\ntwo");
        assertThat(kcat.run("", with(login, "-G", "of-kcat", "-c", "2", "-X", "auto.offset.reset=earliest", "kcat")))
                .isEqualTo("one\ntwo");
    }

    /** Options first: what follows a group's name are topics. */
    private static String[] with(String[] options, String... more) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void topicThatIsDeletedAndCreatedAgainIsEmpty() throws Exception {
        create("again", Map.of("retention.ms", "-1"));
        send("again", 0, 10, Map.of());
        admin.deleteTopics(List.of("again")).all().get();
        eventually(
                "it can be created again",
                TestBroker.SOON,
                () -> {
                    try {
                        create("again", Map.of("retention.ms", "-1"));
                        return true;
                    } catch (Exception stillThere) {
                        return false;
                    }
                },
                () -> broker.metrics);

        send("again", 100, 101, Map.of());

        assertThat(read("again", 1))
                .singleElement()
                .satisfies(it -> assertThat(it.offset()).isZero());
    }
}
