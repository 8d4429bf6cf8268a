// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaUser;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.TopicPermission;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.message.ConsumerGroupDescribeRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupRequestData.MemberIdentity;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetDeleteRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ConsumerGroupDescribeRequest;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatRequest;
import org.apache.kafka.common.requests.DeleteGroupsRequest;
import org.apache.kafka.common.requests.DescribeGroupsRequest;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.LeaveGroupRequest;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetDeleteRequest;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.apache.kafka.common.requests.SaslAuthenticateRequest;
import org.apache.kafka.common.requests.SaslHandshakeRequest;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use which consumer groups. */
class GroupRightsIT {
    private static final String PASSWORD = "canary-7362";
    private static final String TOPIC = "orders";
    private static final TopicPartition PLACE = new TopicPartition(TOPIC, 0);
    private static final String FOREIGN = "billing-readers";

    @TempDir
    static Path folder;

    private static TestBroker broker;

    @BeforeAll
    static void start() throws Exception {
        TopicPermission read = new TopicPermission(TOPIC, Set.of(Right.READ));
        broker = new TestBroker(
                folder,
                KafkaSettings.onLoopback(0)
                        .with(new KafkaAcl(
                                Optional.empty(),
                                List.of(
                                        new KafkaUser("root", PASSWORD, List.of(TopicPermission.ALL)),
                                        new KafkaUser("shop", PASSWORD, List.of(read), List.of("shop-")),
                                        new KafkaUser("none", PASSWORD, List.of(read))))));
        try (Admin admin = Admin.create(settings("root"))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
        try (KafkaProducer<String, String> producer = Clients.producer(broker.address(), settings("root"))) {
            producer.send(new ProducerRecord<>(TOPIC, "key", "value")).get();
        }
        // Those who manage the cluster may use any group.
        consume("root", FOREIGN, "classic");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Map<String, Object> settings(String user) {
        return new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.address(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user + "\" password=\""
                        + PASSWORD + "\";"));
    }

    private static void consume(String user, String group, String protocol) {
        Map<String, Object> settings = settings(user);
        settings.putAll(Map.of("group.id", group, "group.protocol", protocol, "enable.auto.commit", "false"));
        try (KafkaConsumer<String, String> consumer = Clients.consumer(broker.address(), settings)) {
            consumer.subscribe(List.of(TOPIC));
            assertThat(Clients.read(consumer, 1)).hasSize(1);
            consumer.commitSync();
            assertThat(consumer.committed(Set.of(PLACE)).get(PLACE).offset()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void groupsOfTheUsersPrefixAreUsedAndOthersAreNot(String protocol) {
        consume("shop", "shop-" + protocol, protocol);

        for (String user : List.of("shop", "none")) {
            assertThatThrownBy(() -> consume(user, "other-" + protocol, protocol))
                    .as(user)
                    .isInstanceOf(GroupAuthorizationException.class);
        }
        // Without a group, everything that may be read can be.
        try (KafkaConsumer<String, String> consumer = Clients.consumer(broker.address(), settings("none"))) {
            consumer.assign(List.of(PLACE));
            assertThat(Clients.read(consumer, 1)).isNotEmpty();
        }
    }

    @Test
    void anAdminSeesAndDeletesWhatTheUserMayUse() throws Exception {
        consume("shop", "shop-admin", "classic");
        try (Admin admin = Admin.create(settings("shop"))) {
            assertThat(admin.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .contains("shop-admin")
                    .allMatch(it -> it.startsWith("shop-"));
            assertThat(admin.describeConsumerGroups(List.of("shop-admin")).all().get())
                    .containsKey("shop-admin");
            for (var refused : List.of(
                    admin.describeConsumerGroups(List.of(FOREIGN)).all(),
                    admin.deleteConsumerGroups(List.of(FOREIGN)).all(),
                    admin.listConsumerGroupOffsets(FOREIGN).all(),
                    admin.deleteConsumerGroupOffsets(FOREIGN, Set.of(PLACE)).all())) {
                assertThatThrownBy(refused::get).hasCauseInstanceOf(GroupAuthorizationException.class);
            }
            eventually(
                    "its own is deleted once its member is gone",
                    TestBroker.SOON,
                    () -> admin.deleteConsumerGroups(List.of("shop-admin"))
                            .all()
                            .toCompletionStage()
                            .handle((done, failure) -> failure == null)
                            .toCompletableFuture()
                            .join(),
                    () -> "shop-admin");
        }
    }

    /** Every request about groups: a client may send any without asking for the coordinator first. */
    static Stream<AbstractRequest> requests() {
        List<OffsetCommitRequestTopic> commits = List.of(new OffsetCommitRequestTopic()
                .setName(TOPIC)
                .setPartitions(List.of(new OffsetCommitRequestPartition().setCommittedOffset(0))));
        return Stream.of(
                new FindCoordinatorRequest.Builder(
                                new FindCoordinatorRequestData().setCoordinatorKeys(List.of(FOREIGN)))
                        .build(ApiKeys.FIND_COORDINATOR.latestVersion()),
                new FindCoordinatorRequest.Builder(new FindCoordinatorRequestData().setKey(FOREIGN)).build((short) 3),
                new JoinGroupRequest.Builder(new JoinGroupRequestData()
                                .setGroupId(FOREIGN)
                                .setMemberId("")
                                .setProtocolType("consumer")
                                .setSessionTimeoutMs(10_000)
                                .setRebalanceTimeoutMs(10_000))
                        .build(ApiKeys.JOIN_GROUP.latestVersion()),
                new SyncGroupRequest.Builder(new SyncGroupRequestData()
                                .setGroupId(FOREIGN)
                                .setMemberId("m")
                                .setProtocolType("consumer")
                                .setProtocolName("range"))
                        .build(),
                new HeartbeatRequest.Builder(
                                new HeartbeatRequestData().setGroupId(FOREIGN).setMemberId("m"))
                        .build(),
                new LeaveGroupRequest.Builder(FOREIGN, List.of(new MemberIdentity().setMemberId("m"))).build(),
                new ConsumerGroupHeartbeatRequest.Builder(new ConsumerGroupHeartbeatRequestData()
                                .setGroupId(FOREIGN)
                                .setMemberId(Uuid.randomUuid().toString())
                                .setRebalanceTimeoutMs(10_000)
                                .setSubscribedTopicNames(List.of(TOPIC))
                                .setTopicPartitions(List.of()))
                        .build(),
                new ConsumerGroupDescribeRequest.Builder(
                                new ConsumerGroupDescribeRequestData().setGroupIds(List.of(FOREIGN)))
                        .build(),
                new DescribeGroupsRequest.Builder(new DescribeGroupsRequestData().setGroups(List.of(FOREIGN))).build(),
                new DeleteGroupsRequest.Builder(new DeleteGroupsRequestData().setGroupsNames(List.of(FOREIGN))).build(),
                new OffsetCommitRequest(
                        new OffsetCommitRequestData().setGroupId(FOREIGN).setTopics(commits), (short) 8),
                OffsetFetchRequest.Builder.forTopicNames(
                                new OffsetFetchRequestData()
                                        .setGroups(List.of(new OffsetFetchRequestGroup()
                                                .setGroupId(FOREIGN)
                                                .setTopics(null))),
                                false)
                        .build(),
                new OffsetDeleteRequest.Builder(new OffsetDeleteRequestData().setGroupId(FOREIGN)).build());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestIsRefused(AbstractRequest request) throws Exception {
        try (RawConnection connection = new RawConnection(broker.port())) {
            connection.ask(
                    new SaslHandshakeRequest.Builder(new SaslHandshakeRequestData().setMechanism("PLAIN")).build());
            byte[] login = ("\0shop\0" + PASSWORD).getBytes(StandardCharsets.UTF_8);
            connection.ask(
                    new SaslAuthenticateRequest.Builder(new SaslAuthenticateRequestData().setAuthBytes(login)).build());

            assertThat(connection.ask(request).errorCounts())
                    .containsOnly(Map.entry(Errors.GROUP_AUTHORIZATION_FAILED, 1));
        }
        try (Admin admin = Admin.create(settings("root"))) {
            assertThat(admin.listConsumerGroupOffsets(FOREIGN)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .get(PLACE)
                            .offset())
                    .as("nothing was changed")
                    .isEqualTo(1);
        }
    }
}
