// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaUser;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.TopicPermission;
import dev.baton.security.TlsFiles;
import dev.baton.testkit.lab.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS, logins and rights, with real clients. */
class AccessIT {
    private static final String CANARY = "canary-7361";

    @TempDir
    static Path folder;

    private static TestBroker broker;
    private static TestKeys keys;

    @BeforeAll
    static void start() throws Exception {
        keys = TestKeys.make(folder, "broker", "dns:localhost,ip:127.0.0.1");
        KafkaAcl access = new KafkaAcl(
                Optional.of(TlsFiles.pem(keys.certificate(), keys.key())),
                List.of(
                        new KafkaUser("root", CANARY, List.of(TopicPermission.ALL)),
                        new KafkaUser("writer", CANARY, List.of(new TopicPermission("orders", Set.of(Right.WRITE)))),
                        new KafkaUser("reader", CANARY, List.of(new TopicPermission("orders", Set.of(Right.READ))))));
        broker = new TestBroker(folder, KafkaSettings.onLoopback(0).with(access));
        try (Admin admin = Admin.create(settings("root", CANARY, "PLAIN"))) {
            admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1), new NewTopic("secrets", 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Map<String, Object> settings(String user, String password, String mechanism) throws Exception {
        boolean plain = mechanism.equals("PLAIN");
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.address(),
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                mechanism,
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.certificates",
                Files.readString(keys.certificate()),
                "sasl.jaas.config",
                "org.apache.kafka.common.security." + (plain ? "plain.Plain" : "scram.Scram")
                        + "LoginModule required username=\"" + user + "\" password=\"" + password + "\";"));
        return settings;
    }

    private static void write(String user, String topic, String mechanism) throws Exception {
        write(user, topic, mechanism, "30000");
    }

    private static void write(String user, String topic, String mechanism, String patienceMillis) throws Exception {
        Map<String, Object> settings = settings(user, CANARY, mechanism);
        settings.put("max.block.ms", patienceMillis);
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), settings)) {
            producer.send(new ProducerRecord<>(topic, "key", "value")).get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
    void usersLogInAndDoWhatTheyMay(String mechanism) throws Exception {
        write("writer", "orders", mechanism);

        try (KafkaConsumer<String, String> consumer =
                Clients.consumer(broker.address(), settings("reader", CANARY, mechanism))) {
            consumer.assign(List.of(new TopicPartition("orders", 0)));
            assertThat(Clients.read(consumer, 1)).isNotEmpty();
        }
    }

    @Test
    void nobodyDoesWhatTheyMayNot() throws Exception {
        assertThatThrownBy(() -> write("reader", "orders", "PLAIN"))
                .hasCauseInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> write("writer", "secrets", "PLAIN"))
                .hasCauseInstanceOf(TopicAuthorizationException.class);
        // Nor does a producer create what it could not create otherwise.
        assertThatThrownBy(() -> write("writer", "orders-new", "PLAIN", "1000")).hasMessageContaining("orders-new");
        try (Admin admin = Admin.create(settings("writer", CANARY, "PLAIN"))) {
            assertThat(admin.listTopics().names().get()).containsExactly("orders");
            assertThatThrownBy(() -> admin.deleteTopics(List.of("orders")).all().get())
                    .hasCauseInstanceOf(TopicAuthorizationException.class);
            assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("mine", 1, (short) 1)))
                            .all()
                            .get())
                    .hasCauseInstanceOf(TopicAuthorizationException.class);
        }
        assertThat(broker.log("orders", 0).highWatermark()).isLessThan(100);
        assertThat(broker.log("secrets", 0).endOffset()).isZero();
    }

    @Test
    void nothingTellsAPassword() {
        KafkaUser user = new KafkaUser("u", CANARY, List.of(TopicPermission.ALL));

        assertThat(user.toString() + new KafkaAcl(Optional.empty(), List.of(user)))
                .doesNotContain(CANARY);
    }

    @Test
    void wrongPasswordsAreRefusedAndThenNotLookedAt() throws Exception {
        // On a broker of its own, since an address is held off for a while.
        KafkaAcl access =
                new KafkaAcl(Optional.empty(), List.of(new KafkaUser("root", CANARY, List.of(TopicPermission.ALL))));
        try (TestBroker own = new TestBroker(
                folder.resolve("own"), KafkaSettings.onLoopback(0).with(access))) {
            Map<String, Object> wrong = settings("root", "wrong", "PLAIN");
            wrong.put("bootstrap.servers", own.address());
            wrong.put("security.protocol", "SASL_PLAINTEXT");
            try (KafkaConsumer<String, String> consumer = Clients.consumer(own.address(), wrong)) {
                assertThatThrownBy(() -> consumer.listTopics(TestBroker.SOON))
                        .as(own.metrics.toString())
                        .isInstanceOf(SaslAuthenticationException.class);
            }
            assertThat(own.metrics.count("failed logins")).isPositive();
            assertThat(own.metrics.count("answered Metadata")).isZero();

            eventually(
                    "its address is held off",
                    TestBroker.SOON,
                    () -> {
                        try (Admin admin = Admin.create(wrong)) {
                            admin.listTopics(new org.apache.kafka.clients.admin.ListTopicsOptions().timeoutMs(100))
                                    .names()
                                    .get();
                        } catch (Exception refused) {
                            return own.metrics.count("refused") > 0;
                        }
                        return false;
                    },
                    () -> own.metrics);
        }
    }
}
