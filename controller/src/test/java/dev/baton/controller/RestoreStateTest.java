// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.CompressedBytes;
import dev.baton.controller.encoding.MalformedException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a state that was saved brings back, and what it leaves alone. */
class RestoreStateTest {
    private final ControllerFixture controller = members("n1", "n2", "n3");

    private static ControllerFixture members(String... ids) {
        ControllerFixture fixture = new ControllerFixture();
        for (String id : ids) {
            fixture.registerMember(id);
        }
        return fixture;
    }

    private byte[] saved() {
        return controller.client.save(PATIENCE).join();
    }

    private RestoredTopics restore(byte[] saved) {
        RestoredTopics done = controller.client.restore(saved, PATIENCE).join();
        controller.state().check();
        return done;
    }

    private void delete(String topic) {
        controller.client.deleteTopic(topic, PATIENCE).join();
    }

    private static Set<GroupId> groups(Topic topic) {
        Set<GroupId> groups = new HashSet<>();
        IntStream.range(0, topic.partitions()).forEach(it -> groups.add(topic.group(it)));
        return groups;
    }

    @Test
    void nodesThatHaveStartedAgainSinceTheSnapshotGoOnAsTheyAre() {
        byte[] saved = saved();
        Incarnation restarted = new Incarnation(77);
        Endpoints elsewhere = Endpoints.of(ClusterNode.MEMBER, "n1@disk=10.9.9.9:7500");
        controller
                .client
                .register(ClusterNode.of(NodeId.of("n1"), restarted).at(elsewhere), PATIENCE)
                .join();
        ClusterNode before = controller.state().node(NodeId.of("n1"));

        restore(saved);

        assertThat(controller.state().node(NodeId.of("n1"))).isEqualTo(before);
        controller
                .client
                .heartbeat(NodeId.of("n1"), restarted, List.of(), PATIENCE)
                .join();
    }

    @Test
    void nodesThatCameSinceTheSnapshotStayAndRemovedOnesDoNotComeBack() {
        byte[] saved = saved();
        controller.registerMember("n4");
        controller.client.drain(NodeId.of("n3"), true, PATIENCE).join();
        controller.client.remove(NodeId.of("n3"), PATIENCE).join();

        restore(saved);

        assertThat(controller.state().nodes.values())
                .extracting(node -> node.id().value())
                .containsExactly("n1", "n2", "n4");
        controller.heartbeat("n4");
    }

    @Test
    void aDeletedTopicComesBackAsANewOneInGroupsThatWereNeverThere() {
        controller.create("orders", 6, 3);
        Topic before = controller.topic("orders");
        controller.heartbeat("n1", new LeaderReport(before.group(0), Epoch.of(40), true));
        controller
                .client
                .alterTopic("orders", 0, Map.of("retention.ms", "5"), PATIENCE)
                .join();
        byte[] saved = saved();
        delete("orders");

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(1, 0, 0));

        Topic after = controller.topic("orders");
        assertThat(after.partitions()).isEqualTo(6);
        assertThat(after.config()).isEqualTo(Map.of("retention.ms", "5"));
        assertThat(after.replicationFactor()).isEqualTo(3);
        assertThat(after.id()).isNotEqualTo(before.id());
        assertThat(groups(after)).doesNotContainAnyElementsOf(groups(before));
        for (GroupId id : groups(after)) {
            ReplicaGroup group = controller.state().group(id);
            assertThat(group.leader()).isEmpty();
            assertThat(group.leaderEpoch()).isEqualTo(Epoch.NONE);
            assertThat(group.founders()).hasSize(3);
            // Its own election begins with the first term.
            controller.heartbeat("n2", new LeaderReport(id, Epoch.of(1), true));
            assertThat(controller.state().group(id).leader()).contains(NodeId.of("n2"));
        }
    }

    @Test
    void inAnotherClusterTopicsAreOnTheNodesThatItHas() {
        controller.create("orders", 6, 3);
        controller.create("mails", 1, 1);
        byte[] saved = saved();
        long lastGroup = controller.state().lastGroup;
        long lastNodeEpoch = controller.state().lastNodeEpoch;
        ControllerFixture other = members("a", "b", "c", "d");
        other.create("jobs", 2, 1);
        Set<GroupId> used = groups(other.topic("jobs"));

        RestoredTopics done = other.client.restore(saved, PATIENCE).join();

        other.state().check();
        assertThat(done).isEqualTo(new RestoredTopics(2, 0, 1));
        assertThat(other.state().lastGroup).isGreaterThan(lastGroup);
        assertThat(other.state().lastNodeEpoch).isGreaterThanOrEqualTo(lastNodeEpoch);
        for (ReplicaGroup group : other.state().groups.values()) {
            assertThat(used).doesNotContain(group.id());
            assertThat(group.id().value()).isGreaterThan(lastGroup);
            assertThat(group.founders())
                    .hasSize(group.replicas().size())
                    .allMatch(founder -> "abcd".contains(founder.substring(0, 1)));
        }
    }

    @Test
    void aTopicThatIsThereKeepsItsIdItsPartitionsAndWhoLeadsThem() {
        controller.create("orders", 4, 3);
        byte[] saved = saved();
        controller
                .client
                .alterTopic("orders", 6, Map.of("retention.ms", "5"), PATIENCE)
                .join();
        GroupId group = controller.topic("orders").group(0);
        controller.heartbeat("n2", new LeaderReport(group, Epoch.of(9), true));
        Topic before = controller.topic("orders");
        ReplicaGroup led = controller.state().group(group);

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(0, 1, 0));

        assertThat(controller.topic("orders")).isEqualTo(before.with(Map.of(), new long[0]));
        assertThat(controller.state().group(group)).isEqualTo(led);
    }

    @Test
    void aTopicThatWasCreatedAgainSinceIsNotReplacedAndGetsThePartitionsThatItLacks() {
        controller.create("orders", 6, 1);
        byte[] saved = saved();
        delete("orders");
        TopicId present = controller.create("orders", 2, 1);
        Topic before = controller.topic("orders");

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(0, 1, 0));

        Topic after = controller.topic("orders");
        assertThat(after.id()).isEqualTo(present);
        assertThat(after.partitions()).isEqualTo(6);
        assertThat(Arrays.copyOf(after.groups(), 2)).isEqualTo(before.groups());
    }

    @Test
    void topicsThatAreNotInTheFileAreDeleted() {
        byte[] saved = saved();
        controller.create("orders", 6, 3);

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(0, 0, 1));

        assertThat(controller.state().topics.size()).isZero();
        assertThat(controller.state().groups.size()).isZero();
    }

    @Test
    void restoringASecondTimeChangesNothing() {
        controller.create("orders", 6, 3);
        byte[] saved = saved();
        delete("orders");
        restore(saved);
        Topic before = controller.topic("orders");

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(0, 0, 0));

        assertThat(controller.topic("orders")).isEqualTo(before);
    }

    @Test
    void numbersAndEpochsThatTheFileDoesNotKnowOfAreNotGivenOutAgain() {
        byte[] saved = saved();
        controller.create("orders", 6, 3);
        long lastGroup = controller.state().lastGroup;
        controller.registerMember("n1");
        long lastNodeEpoch = controller.state().lastNodeEpoch;
        delete("orders");

        restore(saved);

        assertThat(controller.state().lastGroup).isEqualTo(lastGroup);
        assertThat(controller.state().lastNodeEpoch).isEqualTo(lastNodeEpoch);
    }

    @Test
    void aRetryIsTheSameRestoreAndNotASecondOne() {
        byte[] saved = saved();
        controller.create("orders", 6, 3);
        byte[] request = new ControllerCall.Change(new RequestId(9, 1, 0), new RestoreState(saved)).toBytes();
        RequestAnswer first =
                RequestAnswer.read(controller.group.side.call(request).join());
        TopicId since = controller.create("orders", 1, 1);

        RequestAnswer second =
                RequestAnswer.read(controller.group.side.call(request).join());

        assertThat(second.version()).isEqualTo(first.version());
        assertThat(RestoredTopics.read(second.body())).isEqualTo(new RestoredTopics(0, 0, 1));
        assertThat(controller.topic("orders").id()).isEqualTo(since);
    }

    @Test
    void withoutNodesForTheReplicasNothingIsRestored() {
        controller.create("orders", 6, 3);
        byte[] saved = saved();
        ControllerFixture other = members("a", "b");
        other.create("jobs", 2, 1);

        RequestRejectedException refusal = ControllerFixture.refusal(other.client.restore(saved, PATIENCE));

        assertThat(refusal.code()).isEqualTo(Code.TOO_FEW_NODES);
        assertThat(refusal).hasMessageContaining("nothing is restored, since topic orders has no place");
        assertThat(other.topic("jobs").partitions()).isEqualTo(2);
        assertThat(other.state().topics.size()).isEqualTo(1);
    }

    /** All of them with {@code -Dbaton.long=true}; otherwise a part, in as small a part of the room. */
    @Test
    void aHundredThousandTopicsWithAMillionPartitionsFitIntoAnEntry() {
        int part = Boolean.getBoolean("baton.long") ? 1 : 50;
        int topics = ControllerState.MAX_TOPICS / part;
        byte[] saved = FieldBytes.of(large(topics));
        long start = cpuNanos();

        assertThat(restore(saved)).isEqualTo(new RestoredTopics(topics, 0, 0));

        assertThat(controller.state().partitions).isEqualTo(ControllerState.MAX_PARTITIONS / part);
        long took = cpuNanos() - start;
        int compressed = CompressedBytes.of(saved()).length;
        System.out.printf(
                "%d topics, %d partitions: %d kB, %d kB compressed, restored in %d ms of CPU%n",
                topics,
                controller.state().partitions,
                saved.length / 1024,
                compressed / 1024,
                Duration.ofNanos(took).toMillis());
        assertThat(compressed).isLessThan(RestoreState.MAX_COMPRESSED / part);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private ControllerState large(int topics) {
        Random chance = new Random(5);
        ControllerState large = new ControllerState();
        controller.state().nodes.values().forEach(node -> large.nodes.put(node.id(), node));
        large.lastNodeEpoch = controller.state().lastNodeEpoch;
        Map<GroupId, Integer> counts = new HashMap<>();
        for (int number = 0; number < topics; number++) {
            long[] groups = chance.longs(10, 1, 13).toArray();
            Arrays.stream(groups).forEach(group -> counts.merge(GroupId.of(group), 1, Integer::sum));
            TopicId id = new TopicId(new UUID(chance.nextLong(), chance.nextLong()));
            TopicName name = TopicName.of("orders-of-customer-" + number);
            large.topics.put(id, new Topic(id, name, 3, Map.of("retention.ms", "86400000"), groups));
            large.topicIds.put(name, id);
        }
        List<NodeId> nodes = List.of(NodeId.of("n1"), NodeId.of("n2"), NodeId.of("n3"));
        counts.forEach((id, count) -> large.groups.put(
                id, new ReplicaGroup(id, nodes, List.of(), Optional.empty(), Epoch.NONE, false, count, List.of())));
        large.lastGroup = 13;
        return large;
    }

    @Test
    void whatIsTooLargeIsRefusedWhenItIsSavedAndWhenItIsRestored() {
        Random chance = new Random(6);
        byte[] noise = new byte[750];
        for (int topic = 0; topic < 90; topic++) {
            Map<String, String> settings = new HashMap<>();
            for (int key = 0; key < TopicRules.MAX_CONFIG; key++) {
                chance.nextBytes(noise);
                settings.put("key-" + key, Base64.getEncoder().encodeToString(noise));
            }
            controller.client.createTopic("t" + topic, 1, 1, settings, PATIENCE).join();
        }

        RequestRejectedException unsaved = ControllerFixture.refusal(controller.client.save(PATIENCE));
        RequestRejectedException refused =
                ControllerFixture.refusal(members("n1").client.restore(FieldBytes.of(controller.state()), PATIENCE));

        assertThat(List.of(unsaved, refused)).allSatisfy(it -> {
            assertThat(it.code()).isEqualTo(Code.LIMIT);
            assertThat(it).hasMessageContaining("too large to be restored");
        });
    }

    @Test
    void whatIsNoSavedStateIsRefusedAndNothingElseHappens() {
        controller.create("orders", 6, 3);
        byte[] before = FieldBytes.of(controller.state());
        ControllerState absurd = controller.state().draft();
        absurd.lastGroup = Long.MAX_VALUE;

        for (byte[] nonsense : List.of(new byte[] {1, 2, 3}, FieldBytes.of(absurd))) {
            assertThat(ControllerFixture.refusalOf(controller.client.restore(nonsense, PATIENCE)))
                    .isEqualTo(Code.INVALID);
        }

        assertThat(FieldBytes.of(controller.state())).isEqualTo(before);
    }

    @Test
    void aDamagedStateIsRefusedOrLeavesAWholeOne() {
        controller.create("orders", 6, 3);
        byte[] saved = saved();
        Random chance = new Random(3);
        for (int run = 0; run < 300; run++) {
            byte[] damaged = saved.clone();
            damaged[chance.nextInt(damaged.length)] = (byte) chance.nextInt();
            Throwable failure = controller
                    .client
                    .restore(Arrays.copyOf(damaged, chance.nextInt(damaged.length + 1)), PATIENCE)
                    .handle((done, refused) -> refused)
                    .join();
            assertThat(failure == null || failure.getCause() instanceof RequestRejectedException)
                    .as("%s", failure)
                    .isTrue();
            controller.state().check();
        }
    }

    @Test
    void compressedBytesComeBackAndDamagedOrEndlessOnesAreRefused() {
        byte[] plain = new byte[300_000];
        new Random(1).nextBytes(plain);
        Arrays.fill(plain, 0, 200_000, (byte) 7);
        byte[] compressed = CompressedBytes.of(plain);

        assertThat(CompressedBytes.expand(compressed, plain.length)).isEqualTo(plain);
        assertThat(CompressedBytes.expand(CompressedBytes.of(new byte[0]), 0)).isEmpty();
        for (byte[] wrong :
                List.of(new byte[0], new byte[] {1, 2, 3}, Arrays.copyOf(compressed, compressed.length - 1), plain)) {
            assertThatThrownBy(() -> CompressedBytes.expand(wrong, plain.length))
                    .isInstanceOf(MalformedException.class);
        }
        assertThatThrownBy(() -> CompressedBytes.expand(compressed, plain.length - 1))
                .isInstanceOf(MalformedException.class);
    }
}
