// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static dev.baton.controller.ControllerFixture.incarnation;
import static dev.baton.controller.ControllerFixture.refusal;
import static dev.baton.controller.ControllerFixture.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which replicas go where because a node is lost, or an operator says so. */
class ReplicaMovesTest {
    private static final Duration PATIENT = ControllerSettings.DEFAULT_REPLACE_LOST_AFTER;

    private final ControllerFixture controller = new ControllerFixture();
    private final List<String> alive = new ArrayList<>(List.of("n1", "n2", "n3", "n4"));

    @BeforeEach
    void register() {
        alive.forEach(controller::registerMember);
    }

    private ReplicaGroup group() {
        return controller.state().group(controller.topic("orders").group(0));
    }

    /** Time passes, while those that are alive say so. */
    private void pass(Duration time) {
        for (long left = time.toSeconds(); left > 0; left -= 2) {
            controller.pass(Duration.ofSeconds(2));
            alive.forEach(controller::heartbeat);
        }
    }

    private void isLed() {
        NodeId leader = group().replicas().stream()
                .filter(it -> alive.contains(it.value()))
                .findFirst()
                .orElseThrow();
        controller.heartbeat(leader.value(), new LeaderReport(group().id(), nextEpoch(), true));
    }

    private Epoch nextEpoch() {
        return Epoch.of(group().leaderEpoch().value() + 1);
    }

    private List<ReplicaGroup> groups() {
        return List.copyOf(controller.state().groups.values());
    }

    private void isSettled(String by, String... nodes) {
        controller
                .client
                .heartbeat(NodeId.of(by), incarnation(by), List.of(), List.of(consists(nodes)), PATIENCE)
                .join();
    }

    private GroupReplicas consists(String... nodes) {
        return new GroupReplicas(group().id(), Set.copyOf(ids(nodes)));
    }

    private static List<NodeId> ids(String... nodes) {
        return Stream.of(nodes).map(NodeId::of).toList();
    }

    private CompletableFuture<MoveBegun> move(String... to) {
        return controller.client.movePartition("orders", 0, ids(to), PATIENCE);
    }

    @Test
    void theReplicasOfANodeThatIsAwayForTooLongBelongOnOthers() {
        controller.create("orders", 30, 3);
        alive.remove("n2");
        pass(Duration.ofSeconds(10));
        groups().forEach(group -> controller.heartbeat(
                group.replicas().stream()
                        .filter(it -> alive.contains(it.value()))
                        .findFirst()
                        .orElseThrow()
                        .value(),
                new LeaderReport(group.id(), Epoch.of(1), true)));
        List<ReplicaGroup> before = groups();

        pass(PATIENT.minusSeconds(20));
        assertThat(groups()).as("not yet").isEqualTo(before);

        pass(Duration.ofSeconds(30));
        assertThat(groups()).allSatisfy(it -> assertThat(it.replicas()).doesNotContain(NodeId.of("n2")));
        for (ReplicaGroup each : before) {
            List<NodeId> kept = each.replicas().stream()
                    .filter(it -> !it.equals(NodeId.of("n2")))
                    .toList();
            ReplicaGroup now = controller.state().group(each.id());
            assertThat(now.replicas()).containsAll(kept).hasSize(3);
            assertThat(now.isMoving()).isEqualTo(kept.size() == 2);
            assertThat(kept).as("a node with the data leads first").contains(now.preferredLeader());
        }
        assertThat(before).anySatisfy(it -> assertThat(it.replicas()).contains(NodeId.of("n2")));
        controller.state().check();
    }

    @Test
    void aNodeThatComesBackBeforeKeepsItsReplicas() {
        controller.create("orders", 1, 3);
        String lost = group().replicas().get(1).value();
        alive.remove(lost);
        pass(Duration.ofSeconds(10));
        isLed();
        List<NodeId> before = group().replicas();
        pass(PATIENT.minusSeconds(60));

        alive.add(lost);
        pass(PATIENT.plusSeconds(60));

        assertThat(group().replicas()).isEqualTo(before);
        assertThat(group().isMoving()).isFalse();
    }

    @Test
    void aNewLeaderOfTheControllerCountsAfresh() {
        controller.create("orders", 1, 3);
        alive.remove(group().replicas().get(2).value());
        pass(Duration.ofSeconds(10));
        isLed();
        List<NodeId> before = group().replicas();
        pass(PATIENT.minusSeconds(60));

        controller.group.changeLeader();
        pass(PATIENT.minusSeconds(60));
        assertThat(group().replicas()).isEqualTo(before);

        pass(Duration.ofMinutes(2));
        assertThat(group().replicas()).isNotEqualTo(before);
    }

    @Test
    void nothingIsReplacedInAGroupWithoutALeaderOrWithoutAnotherNode() {
        controller.create("orders", 1, 3);
        controller.create("alone", 1, 1);
        controller.create("everywhere", 1, 4);
        String lost = controller
                .state()
                .group(controller.topic("alone").group(0))
                .preferredLeader()
                .value();
        alive.remove(lost);
        List<ReplicaGroup> all = groups();
        pass(Duration.ofSeconds(10));
        GroupId everywhere = controller.topic("everywhere").group(0);
        controller.heartbeat(alive.get(0), new LeaderReport(everywhere, Epoch.of(1), true));

        pass(PATIENT.multipliedBy(2));

        assertThat(groups().stream().map(ReplicaGroup::replicas).toList())
                .isEqualTo(all.stream().map(ReplicaGroup::replicas).toList());
    }

    @Test
    void twoLostNodesOfAGroupAreReplacedIfItsMajorityIsThere() {
        Stream.of("n5", "n6", "n7").forEach(id -> {
            controller.registerMember(id);
            alive.add(id);
        });
        controller.create("orders", 1, 5);
        List<String> lost =
                group().replicas().subList(3, 5).stream().map(NodeId::value).toList();
        alive.removeAll(lost);
        pass(Duration.ofSeconds(10));
        isLed();

        pass(PATIENT);

        assertThat(group().replicas())
                .hasSize(5)
                .doesNotContainAnyElementsOf(lost.stream().map(NodeId::of).toList());
    }

    @Test
    void replacingCanBeTurnedOff() {
        ControllerSettings never = ControllerFixture.SETTINGS.withReplaceLostAfter(Duration.ZERO);
        assertThat(never.replaceLostAfter()).isZero();
        ControllerFixture off = new ControllerFixture(never);
        List.of("n1", "n2", "n3").forEach(off::registerMember);
        off.create("orders", 1, 2);
        ReplicaGroup group = off.state().groups.values().iterator().next();
        off.pass(Duration.ofHours(5));
        String stays = group.replicas().get(0).value();
        off.heartbeat(stays);
        off.heartbeat(stays, new LeaderReport(group.id(), Epoch.of(1), true));
        Stream.of("n1", "n2", "n3")
                .filter(it -> !group.replicas().contains(NodeId.of(it)))
                .forEach(off::heartbeat);
        off.heartbeat(stays);

        assertThat(off.state().group(group.id()).replicas()).isEqualTo(group.replicas());
    }

    @Test
    void aMoveIsUnderWayUntilTheGroupsLeaderSaysThatItConsistsOfTheNewReplicas() {
        controller.create("orders", 1, 3);
        isLed();
        String leader = group().leader().orElseThrow().value();
        List<NodeId> before = group().replicas();
        String fourth = Stream.of("n1", "n2", "n3", "n4")
                .filter(it -> !before.contains(NodeId.of(it)))
                .findFirst()
                .orElseThrow();
        String second = before.get(1).value();

        MoveBegun begun = move(leader, second, fourth).join();

        assertThat(begun).isEqualTo(new MoveBegun(group().id(), 1, true));
        assertThat(group().replicas()).isEqualTo(ids(leader, second, fourth));
        assertThat(group().leaving()).containsExactly(before.get(2));
        isSettled(leader, before.stream().map(NodeId::value).toArray(String[]::new));
        isSettled(second, leader, second, fourth);
        assertThat(group().isMoving()).isTrue();

        isSettled(leader, leader, second, fourth);
        assertThat(group().isMoving()).isFalse();
    }

    @Test
    void whatMakesNoSenseIsRefusedAndChangesNothing() {
        controller.create("orders", 2, 3);
        isLed();
        String[] now = group().replicas().stream().map(NodeId::value).toArray(String[]::new);
        List<ReplicaGroup> before = groups();

        assertThat(refusalOf(controller.client.movePartition("others", 0, ids(now), PATIENCE)))
                .isEqualTo(Code.UNKNOWN_TOPIC);
        assertThat(refusal(controller.client.movePartition("orders", 2, ids(now), PATIENCE)))
                .hasMessageContaining("no partition 2; it has 0 to 1");
        assertThat(refusal(controller.client.movePartition("orders", -1, ids(now), PATIENCE)))
                .hasMessageContaining("no partition -1");
        assertThat(refusal(move(now[0], now[1]))).hasMessageContaining("replication factor 3, and 2 nodes are named");
        assertThat(refusal(move(now[0], now[1], now[1]))).hasMessageContaining("named twice");
        assertThat(refusal(move())).hasMessageContaining("no node is named");
        assertThat(refusalOf(move(now[0], now[1], "n9"))).isEqualTo(Code.UNKNOWN_NODE);

        assertThat(groups()).isEqualTo(before);
    }

    @Test
    void aNodeThatIsAwayOrDrainedOrNoMemberTakesNoReplica() {
        controller.create("orders", 1, 2);
        isLed();
        List<String> others = alive.stream()
                .filter(it -> !group().replicas().contains(NodeId.of(it)))
                .toList();
        String stays = group().leader().orElseThrow().value();
        controller.register("n5", "");
        controller.client.drain(NodeId.of(others.get(0)), true, PATIENCE).join();
        alive.remove(others.get(1));
        pass(Duration.ofSeconds(8));
        controller.heartbeat("n5");

        assertThat(refusal(move(stays, others.get(0)))).hasMessageContaining("is being drained");
        assertThat(refusal(move(stays, others.get(1)))).hasMessageContaining("is not heard from");
        assertThat(refusal(move(stays, "n5"))).hasMessageContaining("has not registered its Raft member");
        assertThat(group().isMoving()).isFalse();
    }

    @Test
    void aSecondMoveWaitsForTheFirstUnlessThatWaitsForANodeThatIsAway() {
        controller.create("orders", 1, 2);
        isLed();
        String stays = group().leader().orElseThrow().value();
        List<String> others = alive.stream()
                .filter(it -> !group().replicas().contains(NodeId.of(it)))
                .toList();
        move(stays, others.get(0)).join();

        assertThat(refusal(move(stays, others.get(1)))).hasMessageContaining("is being moved");

        alive.remove(others.get(0));
        pass(Duration.ofSeconds(8));
        isLed();
        move(stays, others.get(1)).join();
        assertThat(group().replicas()).isEqualTo(ids(stays, others.get(1)));
        assertThat(group().leaving()).hasSize(2).contains(NodeId.of(others.get(0)));
    }

    @Test
    void aGroupWithoutALeaderIsNotMovedAndAnotherPreferredLeaderNeedsNone() {
        controller.create("orders", 1, 2);
        List<NodeId> replicas = group().replicas();
        String first = replicas.get(0).value();
        String second = replicas.get(1).value();
        String other = alive.stream()
                .filter(it -> !replicas.contains(NodeId.of(it)))
                .findFirst()
                .orElseThrow();

        assertThat(refusal(move(first, other))).hasMessageContaining("has no leader");

        assertThat(move(second, first).join().copies()).isFalse();
        assertThat(group().preferredLeader()).isEqualTo(NodeId.of(second));
        assertThat(group().isMoving()).isFalse();
        assertThat(move(second, first).join().copies()).as("again").isFalse();
    }

    @Test
    void aNodeThatIsAliveIsNotRemovedWhileItMayHaveTheOnlyCopy() {
        controller.create("orders", 1, 1);
        isLed();
        NodeId leader = group().preferredLeader();
        controller.client.drain(leader, true, PATIENCE).join();

        RequestRejectedException refused = refusal(controller.client.remove(leader, PATIENCE));

        assertThat(refused.code()).isEqualTo(Code.NODE_IN_USE);
        assertThat(refused).hasMessageContaining("may have the only copy of what is in 1 group");
        NodeId next = group().preferredLeader();
        controller.heartbeat(next.value(), new LeaderReport(group().id(), nextEpoch(), true));
        isSettled(next.value(), next.value());
        controller.client.remove(leader, PATIENCE).join();
        controller.state().check();
    }
}
