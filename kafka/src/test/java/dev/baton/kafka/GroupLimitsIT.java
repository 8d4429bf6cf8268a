// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupRequestData.MemberIdentity;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatRequest;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatResponse;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorResponse;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.HeartbeatResponse;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.JoinGroupResponse;
import org.apache.kafka.common.requests.LeaveGroupRequest;
import org.apache.kafka.common.requests.LeaveGroupResponse;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetCommitResponse;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.apache.kafka.common.requests.SyncGroupResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a member asks of a group that it cannot have: the protocol's own error, and nothing changes. */
class GroupLimitsIT {
    private static final int GROUPS = 3;
    private static final int MEMBERS = 2;
    private static final GroupLimits LIMITS =
            new GroupLimits(GROUPS, MEMBERS, Duration.ofSeconds(6), Duration.ofMinutes(5));
    /** Of members, and how long they wait for each other. */
    private static final int SESSION = 30_000;

    @TempDir
    Path folder;

    private TestBroker broker;
    private RawConnection connection;

    @BeforeEach
    void start() throws Exception {
        broker = new TestBroker(folder, KafkaSettings.onLoopback(0).with(LIMITS));
        connection = new RawConnection(broker.port());
        try (Admin admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic("topic", 1, (short) 1)))
                    .all()
                    .get();
        }
        eventually("groups are coordinated", TestBroker.SOON, this::isCoordinated, () -> broker.metrics);
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
        broker.close();
    }

    private boolean isCoordinated() {
        try {
            FindCoordinatorResponse found = (FindCoordinatorResponse) connection.ask(new FindCoordinatorRequest.Builder(
                            new FindCoordinatorRequestData().setCoordinatorKeys(List.of("g")))
                    .build((short) 4));
            return found.coordinators().get(0).errorCode() == Errors.NONE.code()
                    && heartbeat("g", "nobody", 1) == Errors.UNKNOWN_MEMBER_ID;
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }

    private JoinGroupResponseData join(String group, String member, int session) throws IOException {
        return join(connection, group, member, session, 10);
    }

    private static JoinGroupResponseData join(RawConnection by, String group, String member, int session, int bytes)
            throws IOException {
        JoinGroupRequestProtocolCollection protocols = new JoinGroupRequestProtocolCollection();
        protocols.add(new JoinGroupRequestProtocol().setName("range").setMetadata(new byte[bytes]));
        JoinGroupResponse answer = (JoinGroupResponse) by.ask(new JoinGroupRequest(
                new JoinGroupRequestData()
                        .setGroupId(group)
                        .setMemberId(member)
                        .setSessionTimeoutMs(session)
                        .setRebalanceTimeoutMs(SESSION)
                        .setProtocolType("consumer")
                        .setProtocols(protocols),
                (short) 7));
        return answer.data();
    }

    private static Errors error(JoinGroupResponseData answer) {
        return Errors.forCode(answer.errorCode());
    }

    /** A member that is in its group; it leads it if it is the first one. */
    private JoinGroupResponseData joined(String group) throws IOException {
        JoinGroupResponseData asked = join(group, "", SESSION);
        assertThat(error(asked)).isEqualTo(Errors.MEMBER_ID_REQUIRED);
        JoinGroupResponseData in = join(group, asked.memberId(), SESSION);
        assertThat(error(in)).isEqualTo(Errors.NONE);
        return in;
    }

    private Errors sync(String group, String member, int generation) throws IOException {
        SyncGroupResponse answer = (SyncGroupResponse) connection.ask(new SyncGroupRequest(
                new SyncGroupRequestData()
                        .setGroupId(group)
                        .setMemberId(member)
                        .setGenerationId(generation)
                        .setProtocolType("consumer")
                        .setProtocolName("range"),
                (short) 5));
        return answer.error();
    }

    private Errors heartbeat(String group, String member, int generation) throws IOException {
        HeartbeatResponse answer =
                (HeartbeatResponse) connection.ask(new HeartbeatRequest.Builder(new HeartbeatRequestData()
                                .setGroupId(group)
                                .setMemberId(member)
                                .setGenerationId(generation))
                        .build((short) 4));
        return answer.error();
    }

    private Errors commit(String group, String member, int generation, String note) throws IOException {
        OffsetCommitResponse answer = (OffsetCommitResponse) connection.ask(OffsetCommitRequest.Builder.forTopicNames(
                        new OffsetCommitRequestData()
                                .setGroupId(group)
                                .setMemberId(member)
                                .setGenerationIdOrMemberEpoch(generation)
                                .setTopics(List.of(new OffsetCommitRequestTopic()
                                        .setName("topic")
                                        .setPartitions(List.of(new OffsetCommitRequestPartition()
                                                .setPartitionIndex(0)
                                                .setCommittedOffset(5)
                                                .setCommittedMetadata(note))))))
                .build((short) 8));
        return Errors.forCode(answer.data().topics().get(0).partitions().get(0).errorCode());
    }

    private Errors consume(String group, String member, int epoch) throws IOException {
        ConsumerGroupHeartbeatResponse answer =
                (ConsumerGroupHeartbeatResponse) connection.ask(new ConsumerGroupHeartbeatRequest(
                        new ConsumerGroupHeartbeatRequestData()
                                .setGroupId(group)
                                .setMemberId(member)
                                .setMemberEpoch(epoch)
                                .setRebalanceTimeoutMs(1_000)
                                .setSubscribedTopicNames(List.of("topic"))
                                .setTopicPartitions(List.of()),
                        (short) 1));
        return Errors.forCode(answer.data().errorCode());
    }

    @Test
    void sessionsThatAreTooShortOrTooLongAreRefused() throws IOException {
        for (int session : new int[] {
            Integer.MIN_VALUE, -1, 0, 99, (int) LIMITS.maxSession().toMillis() + 1, Integer.MAX_VALUE
        }) {
            assertThat(error(join("g", "", session))).as("%s ms", session).isEqualTo(Errors.INVALID_SESSION_TIMEOUT);
        }
        assertThat(error(join("g", "", (int) LIMITS.maxSession().toMillis()))).isEqualTo(Errors.MEMBER_ID_REQUIRED);
    }

    @Test
    void membersBeyondTheSizeOfAGroupAreRefused() throws Exception {
        assertThat(consume("modern", "a", 0)).isEqualTo(Errors.NONE);
        assertThat(consume("modern", "b", 0)).isEqualTo(Errors.NONE);
        assertThat(consume("modern", "c", 0)).isEqualTo(Errors.GROUP_MAX_SIZE_REACHED);
        assertThat(consume("modern", "a", 0)).isEqualTo(Errors.NONE);
    }

    @Test
    void classicMembersBeyondTheSizeOfAGroupAreRefused() throws Exception {
        JoinGroupResponseData leader = joined("g");
        assertThat(sync("g", leader.memberId(), leader.generationId())).isEqualTo(Errors.NONE);
        JoinGroupResponseData second = join("g", "", SESSION);
        try (RawConnection other = new RawConnection(broker.port())) {
            // Its answer comes when the leader has joined again.
            Thread waits = new Thread(() -> {
                try {
                    join(other, "g", second.memberId(), SESSION, 10);
                } catch (IOException closed) {
                    throw new java.io.UncheckedIOException(closed);
                }
            });
            waits.start();
            eventually(
                    "the group is joined anew",
                    TestBroker.SOON,
                    () -> beats(leader) == Errors.REBALANCE_IN_PROGRESS,
                    () -> broker.metrics);
            JoinGroupResponseData again = join("g", leader.memberId(), SESSION);
            assertThat(again.members()).hasSize(MEMBERS);
            waits.join();
        }

        assertThat(error(join("g", "", SESSION))).isEqualTo(Errors.GROUP_MAX_SIZE_REACHED);
    }

    private Errors beats(JoinGroupResponseData member) {
        try {
            return heartbeat("g", member.memberId(), member.generationId());
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }

    @Test
    void generationsThatAreNotTheGroupsAreRefused() throws IOException {
        JoinGroupResponseData leader = joined("g");
        String member = leader.memberId();
        assertThat(sync("g", member, leader.generationId())).isEqualTo(Errors.NONE);

        for (int generation : new int[] {-1, 0, leader.generationId() + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(heartbeat("g", member, generation)).isEqualTo(Errors.ILLEGAL_GENERATION);
            assertThat(sync("g", member, generation)).isEqualTo(Errors.ILLEGAL_GENERATION);
        }
        assertThat(commit("g", member, leader.generationId() + 1, "")).isEqualTo(Errors.ILLEGAL_GENERATION);
        assertThat(heartbeat("g", "somebody", leader.generationId())).isEqualTo(Errors.UNKNOWN_MEMBER_ID);
        assertThat(commit("g", "somebody", leader.generationId(), "")).isEqualTo(Errors.UNKNOWN_MEMBER_ID);
        // Nothing of that harmed the group.
        assertThat(heartbeat("g", member, leader.generationId())).isEqualTo(Errors.NONE);
        assertThat(commit("g", member, leader.generationId(), "")).isEqualTo(Errors.NONE);
    }

    @Test
    void groupsBeyondTheLimitAreRefusedUntilOthersAreGone() throws Exception {
        assertThat(commit("one", "", -1, "")).isEqualTo(Errors.NONE);
        assertThat(commit("two", "", -1, "")).isEqualTo(Errors.NONE);
        assertThat(consume("three", "a", 0)).isEqualTo(Errors.NONE);

        assertThat(commit("four", "", -1, "")).isEqualTo(Errors.POLICY_VIOLATION);
        assertThat(error(join("four", "", SESSION))).isEqualTo(Errors.POLICY_VIOLATION);
        assertThat(consume("four", "a", 0)).isEqualTo(Errors.POLICY_VIOLATION);
        assertThat(commit("one", "", -1, "")).isEqualTo(Errors.NONE);
        try (Admin admin = broker.admin()) {
            assertThat(admin.listGroups().all().get()).hasSize(GROUPS);
            admin.deleteConsumerGroups(List.of("one")).all().get();
        }

        eventually(
                "there is room again",
                TestBroker.SOON,
                () -> {
                    try {
                        return commit("four", "", -1, "") == Errors.NONE;
                    } catch (IOException broken) {
                        throw new java.io.UncheckedIOException(broken);
                    }
                },
                () -> broker.metrics);
    }

    @Test
    void namesAndNotesThatAreTooLongAreRefused() throws IOException {
        assertThat(error(join("g".repeat(256), "", SESSION))).isEqualTo(Errors.INVALID_GROUP_ID);
        assertThat(error(join("", "", SESSION))).isEqualTo(Errors.INVALID_GROUP_ID);
        assertThat(commit("g", "", -1, "n".repeat(513))).isEqualTo(Errors.OFFSET_METADATA_TOO_LARGE);
        assertThat(commit("g", "", -1, "n".repeat(512))).isEqualTo(Errors.NONE);
    }

    /** Each asks for an id, and does not come back. */
    @Test
    void membersThatOnlyAskForAnIdDoNotFillTheMemory() throws IOException {
        int bytes = 900_000;
        long most = Runtime.getRuntime().maxMemory() / 8 / bytes + 1;
        Errors last = Errors.NONE;
        long asked = 0;
        while (asked <= most && last != Errors.POLICY_VIOLATION) {
            last = error(join(connection, "g", "", SESSION, bytes));
            asked++;
        }

        assertThat(last).as("after %s members", asked).isEqualTo(Errors.POLICY_VIOLATION);
        // A client whose group is full of others learns that, and is not left without an answer.
        assertThat(error(join(connection, "g", "", SESSION, bytes))).isEqualTo(Errors.POLICY_VIOLATION);
    }

    @Test
    void memberThatLeavesMakesRoom() throws IOException {
        assertThat(consume("modern", "a", 0)).isEqualTo(Errors.NONE);
        assertThat(consume("modern", "b", 0)).isEqualTo(Errors.NONE);
        assertThat(consume("modern", "a", -1)).isEqualTo(Errors.NONE);
        assertThat(consume("modern", "c", 0)).isEqualTo(Errors.NONE);

        JoinGroupResponseData leader = joined("g");
        LeaveGroupResponse left = (LeaveGroupResponse) connection.ask(
                new LeaveGroupRequest.Builder("g", List.of(new MemberIdentity().setMemberId(leader.memberId())))
                        .build((short) 4));
        assertThat(left.topLevelError()).isEqualTo(Errors.NONE);
        assertThat(heartbeat("g", leader.memberId(), leader.generationId())).isEqualTo(Errors.UNKNOWN_MEMBER_ID);
    }
}
