// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.controller.RequestRejectedException.Code;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Mistakes that such controllers usually make, one test each: see docs/design-decisions.md. */
class ControllerDesignTest {
    @Test
    void aTopicAndAllItsPlacesAreOneEntryOrNothing() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        int before = controller.group.entries;

        controller.create("orders", 12, 3);

        assertThat(controller.group.entries).isEqualTo(before + 1);
        assertThat(controller.topic("orders").partitions()).isEqualTo(12);
        controller.state().check();

        controller.group.atOnce = false;
        CompletableFuture<TopicId> lost = controller.client.createTopic("mails", 4, 3, Map.of(), Duration.ofNanos(1));
        controller.pass(Duration.ofSeconds(1));
        controller.group.drop();

        assertThat(lost).isCompletedExceptionally();
        assertThat(controller.state().topics.size()).isEqualTo(1);
        controller.state().check();
    }

    @Test
    void thoseWhoWaitFailAtOnceWhenTheLeadIsLost() {
        ControllerFixture controller = ControllerFixture.withNodes("n1");
        controller.group.atOnce = false;
        CompletableFuture<byte[]> proposed = controller.group.side.call(create(7, 1, "orders"));
        CompletableFuture<byte[]> waiting = controller.group.side.call(create(8, 1, "mails"));

        controller.group.side.end();

        assertThat(ControllerFixture.failure(proposed)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(ControllerFixture.failure(waiting)).isInstanceOf(NotLeaderException.class);
    }

    @Test
    void applyingReadsNothingOfItsProcess() {
        ControllerFixture one = ControllerFixture.withNodes("n1", "n2", "n3");
        ControllerPart other = new ControllerPart(
                new ControllerSettings(Duration.ofSeconds(1), Duration.ZERO, 9),
                () -> {
                    throw new AssertionError("a clock was read");
                },
                () -> {
                    throw new AssertionError("chance was asked");
                });
        one.group.atOnce = false;
        CompletableFuture<TopicId> created = one.client.createTopic("orders", 5, 2, Map.of(), PATIENCE);
        byte[] entry = one.group.proposed.get(0).entry();
        one.group.commit();
        created.join();
        ControllerFixture replayed = ControllerFixture.withNodes("n1", "n2", "n3");
        byte[] nodes = SnapshotBytes.of(replayed.part);
        SnapshotBytes.restore(other, nodes);

        other.apply(4, entry);

        assertThat(SnapshotBytes.hash(other)).isEqualTo(SnapshotBytes.hash(one.part));
    }

    @Test
    void anOutcomeThatIsUnknownIsSaidToBeAndARetryIsDoneOnce() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.group.atOnce = false;
        CompletableFuture<byte[]> first = controller.group.side.call(create(7, 1, "orders"));
        controller.group.commitUnheard();
        assertThat(ControllerFixture.failure(first)).isInstanceOf(OutcomeUnknownException.class);

        controller.group.changeLeader();
        CompletableFuture<byte[]> retry = controller.group.side.call(create(7, 1, "orders"));

        assertThat(RequestAnswer.read(retry.join()).code()).isEqualTo(Code.NONE);
        assertThat(controller.state().topics.size()).isEqualTo(1);
    }

    @Test
    void aTimeThatIsOverIsAnUnknownOutcomeAndNotAFailure() {
        ControllerFixture controller = ControllerFixture.withNodes("n1");
        controller.group.atOnce = false;

        CompletableFuture<TopicId> created =
                controller.client.createTopic("orders", 1, 1, Map.of(), Duration.ofSeconds(3));
        controller.pass(Duration.ofSeconds(4));
        controller.group.commitUnheard();

        assertThat(ControllerFixture.failure(created)).isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void topicsOfOnePartitionAreSpreadOverNodesAndTheirLeads() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3", "n4");
        for (int i = 0; i < 8; i++) {
            controller.create("t" + i, 1, 1);
        }

        Set<Object> leaders = new HashSet<>();
        Map<Object, Integer> counts = new TreeMap<>();
        for (ReplicaGroup group : controller.state().groups.values()) {
            leaders.add(group.preferredLeader());
            counts.merge(group.preferredLeader(), group.partitions(), Integer::sum);
        }
        assertThat(leaders).hasSize(4);
        assertThat(counts.values()).containsOnly(2);
    }

    @Test
    void aNodeThatIsFencedOrDrainsIsNotChosen() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3", "n4");
        controller.create("before", 16, 3);
        controller.pass(Duration.ofSeconds(4));
        List.of("n1", "n2", "n4").forEach(controller::heartbeat);
        controller.pass(Duration.ofSeconds(2));
        controller.heartbeat("n1");
        assertThat(controller.state().node(NodeId.of("n3")).fenced()).isTrue();

        controller.create("after", 16, 3);

        Topic after = controller.topic("after");
        for (int partition = 0; partition < 16; partition++) {
            assertThat(controller.state().group(after.group(partition)).replicas())
                    .doesNotContain(NodeId.of("n3"));
        }
    }

    @Test
    void deletingATopicDeletesItsPlacesAndItsGroupsAndTellsThoseWhoWatch() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.create("orders", 6, 3);
        long before = controller.part.version();

        controller.client.deleteTopic("orders", PATIENCE).join();

        assertThat(controller.state().topics.size()).isZero();
        assertThat(controller.state().groups.size()).isZero();
        assertThat(controller.state().partitions).isZero();
        assertThat(controller.part.changesSince(before).orElseThrow())
                .extracting(StateChange::kind, StateChange::subject)
                .containsExactly(tuple(StateChange.Kind.TOPIC_DELETED, "orders"));
    }

    @Test
    void aTopicThatIsCreatedAgainHasAnotherIdAndOtherGroups() {
        ControllerFixture controller = ControllerFixture.withNodes("n1");
        TopicId first = controller.create("orders", 1, 1);
        GroupId firstGroup = controller.topic("orders").group(0);
        controller.client.deleteTopic("orders", PATIENCE).join();

        TopicId second = controller.create("orders", 1, 1);

        assertThat(second).isNotEqualTo(first);
        assertThat(controller.topic("orders").group(0)).isGreaterThan(firstGroup);
    }

    @Test
    void whatIsDecidedLaterDoesNotResetLeaders() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.create("orders", 1, 3);
        GroupId group = controller.topic("orders").group(0);
        controller.heartbeat("n2", new LeaderReport(group, Epoch.of(4), true));

        controller
                .client
                .alterTopic("orders", 9, Map.of("retention.ms", "1000"), PATIENCE)
                .join();
        controller.client.drain(NodeId.of("n1"), true, PATIENCE).join();

        ReplicaGroup after = controller.state().group(group);
        assertThat(after.leader()).isEqualTo(Optional.of(NodeId.of("n2")));
        assertThat(after.leaderEpoch()).isEqualTo(Epoch.of(4));
    }

    @Test
    void nothingButARequestToCreateItMakesATopicOrAGroup() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.create("orders", 6, 3);
        int groups = controller.state().groups.size();
        GroupId unknown = new GroupId(controller.topic("orders").group(0).value() + 1_000);

        controller.heartbeat("n1", new LeaderReport(unknown, Epoch.of(1), true));
        assertThat(ControllerFixture.refusalOf(controller.client.alterTopic("mails", 4, Map.of(), PATIENCE)))
                .isEqualTo(Code.UNKNOWN_TOPIC);
        assertThat(ControllerFixture.refusalOf(controller.client.deleteTopic("mails", PATIENCE)))
                .isEqualTo(Code.UNKNOWN_TOPIC);

        assertThat(controller.state().topics.size()).isEqualTo(1);
        assertThat(controller.state().groups.size()).isEqualTo(groups);
    }

    @Test
    void replicasAreThoseThatWereDecidedWhoeverIsAlive() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.create("orders", 1, 3);
        controller.pass(Duration.ofSeconds(4));
        List.of("n1", "n2").forEach(controller::heartbeat);
        controller.pass(Duration.ofSeconds(2));
        controller.heartbeat("n1");

        assertThat(controller.state().node(NodeId.of("n3")).fenced()).isTrue();
        assertThat(controller
                        .state()
                        .groups
                        .get(controller.topic("orders").group(0))
                        .replicas())
                .containsExactlyInAnyOrder(NodeId.of("n1"), NodeId.of("n2"), NodeId.of("n3"));
    }

    @Test
    void nodesComeAndGoByTheLogAndAreNotLimitedToSeven() {
        ControllerFixture controller = new ControllerFixture();
        for (int i = 0; i < 20; i++) {
            controller.register("n" + i, "zone-" + i % 3);
        }
        controller.create("orders", 100, 3);
        controller.client.drain(NodeId.of("n7"), true, PATIENCE).join();
        controller.client.remove(NodeId.of("n7"), PATIENCE).join();

        assertThat(controller.state().nodes.size()).isEqualTo(19);
        controller.state().check();
    }

    @Test
    void livenessIsJudgedByTheLeadersMonotonicClockAloneAndANewLeaderStartsAfresh() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2");
        controller.pass(Duration.ofSeconds(4));
        controller.heartbeat("n1");
        controller.pass(Duration.ofSeconds(2));
        controller.group.changeLeader();

        controller.heartbeat("n1");
        assertThat(controller.state().node(NodeId.of("n2")).fenced())
                .as("silent for 6 s, of which the new leader has seen none")
                .isFalse();

        controller.pass(Duration.ofNanos(TimeUnit.SECONDS.toNanos(5) + 1));
        controller.heartbeat("n1");
        assertThat(controller.state().node(NodeId.of("n2")).fenced()).isTrue();
        assertThat(controller.state().node(NodeId.of("n1")).fenced()).isFalse();
    }

    @Test
    void replayingAnEntryTwiceAssignsNothingTwice() {
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");
        controller.group.atOnce = false;
        CompletableFuture<TopicId> created = controller.client.createTopic("orders", 6, 3, Map.of(), PATIENCE);
        byte[] entry = controller.group.proposed.get(0).entry();
        controller.group.commit();
        created.join();
        byte[] before = FieldBytes.of(controller.state());

        controller.group.apply(entry);

        assertThat(FieldBytes.of(controller.state())).isEqualTo(before);
    }

    private static byte[] create(long client, long sequence, String name) {
        return new ControllerCall.Change(new RequestId(client, sequence, 0), new CreateTopic(name, 1, 1, Map.of()))
                .toBytes();
    }
}
