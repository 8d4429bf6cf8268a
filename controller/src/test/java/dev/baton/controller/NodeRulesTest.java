// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static dev.baton.controller.ControllerFixture.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeRulesTest {
    private static final NodeId ONE = NodeId.of("n1");
    private static final NodeId TWO = NodeId.of("n2");
    private static final NodeId THREE = NodeId.of("n3");
    private static final NodeId FOUR = NodeId.of("n4");

    private final ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3", "n4");

    private ReplicaGroup group(String topic) {
        return controller.state().group(controller.topic(topic).group(0));
    }

    private void heartbeats(Duration time) {
        for (long step = 0; step < time.toSeconds(); step++) {
            controller.pass(Duration.ofSeconds(1));
            List.of("n1", "n2", "n3", "n4").forEach(controller::heartbeat);
        }
    }

    @Test
    void everyRegistrationHasAHigherEpoch() {
        long before = controller.state().node(FOUR).epoch();

        controller.register("n1", "east");

        assertThat(controller.state().node(ONE).epoch()).isGreaterThan(before);
        assertThat(controller.state().node(ONE).zone()).isEqualTo("east");
    }

    @Test
    void aProcessThatWasReplacedIsToldSo() {
        controller
                .client
                .register(ClusterNode.of(ONE, new Incarnation(99)), PATIENCE)
                .join();

        assertThat(refusalOf(
                        controller.client.heartbeat(ONE, ControllerFixture.incarnation("n1"), List.of(), PATIENCE)))
                .isEqualTo(Code.SUPERSEDED);
    }

    @Test
    void aNodeThatSaysItIsAMemberOfTheGroupAndIsNotIsNeitherRegisteredNorHeardOf() {
        controller.registerMember("n4");
        controller.group.members = Set.of(ONE, TWO, THREE);

        assertThatThrownBy(() -> controller.registerMember("n5"))
                .hasMessageContaining("n5 is not a member of the Raft group");
        assertThat(controller.state().nodes.get(NodeId.of("n5"))).isNull();

        assertThat(ControllerFixture.refusal(controller.client.heartbeat(
                                FOUR, ControllerFixture.incarnation("n4"), List.of(), PATIENCE))
                        .getMessage())
                .contains("n4 is not a member of the Raft group");
        controller.pass(Duration.ofSeconds(6));
        controller.heartbeat("n1");
        assertThat(controller.state().node(FOUR).takes()).isFalse();
    }

    @Test
    void aNodeThatIsHeardOfAgainIsNotFencedAnyMore() {
        controller.pass(Duration.ofSeconds(6));
        controller.heartbeat("n1");
        assertThat(controller.state().node(TWO).fenced()).isTrue();

        controller.heartbeat("n2");

        assertThat(controller.state().node(TWO).fenced()).isFalse();
    }

    @Test
    void aNodeThatIsAliveIsNotRemovedBeforeItIsDrained() {
        assertThat(refusalOf(controller.client.remove(ONE, PATIENCE))).isEqualTo(Code.NODE_IN_USE);

        controller.client.drain(ONE, true, PATIENCE).join();

        controller.client.remove(ONE, PATIENCE).join();
        assertThat(controller.state().nodes.size()).isEqualTo(3);
    }

    @Test
    void theReplicasOfANodeThatIsDrainedGoToOthersInTheSameStep() {
        controller.create("orders", 20, 3);
        assertThat(controller.state().groups.values())
                .anySatisfy(it -> assertThat(it.replicas()).contains(ONE));

        controller.client.drain(ONE, true, PATIENCE).join();

        assertThat(controller.state().groups.values())
                .allSatisfy(it -> assertThat(it.replicas()).doesNotContain(ONE).hasSize(3));
        controller.state().check();
    }

    @Test
    void aNodeWhoseReplicasNoOtherCanTakeIsNotRemoved() {
        controller.create("orders", 4, 4);
        controller.client.drain(ONE, true, PATIENCE).join();

        assertThat(refusalOf(controller.client.remove(ONE, PATIENCE))).isEqualTo(Code.NODE_IN_USE);

        controller.register("n5", "");
        controller.client.remove(ONE, PATIENCE).join();
        controller.state().check();
    }

    @Test
    void drainingOutlivesARestartOfTheNode() {
        controller.client.drain(ONE, true, PATIENCE).join();

        controller.register("n1", "");

        assertThat(controller.state().node(ONE).draining()).isTrue();
    }

    @Test
    void aLeaderIsKnownWithItsEpochAndAnOlderReportChangesNothing() {
        controller.create("orders", 1, 3);
        GroupId id = group("orders").id();

        controller.heartbeat("n2", new LeaderReport(id, Epoch.of(4), true));
        controller.heartbeat("n3", new LeaderReport(id, Epoch.of(3), true));
        controller.heartbeat("n3", new LeaderReport(id, Epoch.of(4), true));

        assertThat(group("orders").leader()).isEqualTo(Optional.of(TWO));
        assertThat(group("orders").leaderEpoch()).isEqualTo(Epoch.of(4));
    }

    @Test
    void aLeaderThatSteppedDownOrIsFencedLeadsNothingAndItsEpochStays() {
        controller.create("orders", 1, 3);
        GroupId id = group("orders").id();
        controller.heartbeat("n2", new LeaderReport(id, Epoch.of(4), true));

        controller.heartbeat("n2", new LeaderReport(id, Epoch.of(4), false));
        assertThat(group("orders").leader()).isEmpty();

        controller.heartbeat("n3", new LeaderReport(id, Epoch.of(5), true));
        controller.pass(Duration.ofSeconds(6));
        controller.heartbeat("n1");
        assertThat(group("orders").leader()).isEmpty();
        assertThat(group("orders").leaderEpoch()).isEqualTo(Epoch.of(5));
    }

    @Test
    void aLeadGoesBackToThePreferredNodeOnceThatIsWell() {
        controller.create("orders", 1, 3);
        ReplicaGroup group = group("orders");
        NodeId preferred = group.preferredLeader();
        NodeId other = group.replicas().get(1);
        LeaderReport report = new LeaderReport(group.id(), Epoch.of(2), true);

        assertThat(controller.heartbeat(other.value(), report).transfers())
                .as("the preferred node was not heard from for long enough")
                .isEmpty();
        heartbeats(Duration.ofSeconds(12));

        assertThat(controller.heartbeat(other.value()).transfers())
                .containsExactly(new LeaderTransfer(group.id(), preferred));
    }

    @Test
    void aNodeThatDrainsHandsItsLeadsOn() {
        controller.create("orders", 1, 3);
        ReplicaGroup group = group("orders");
        NodeId leader = group.preferredLeader();
        controller.heartbeat(leader.value(), new LeaderReport(group.id(), Epoch.of(2), true));
        heartbeats(Duration.ofSeconds(12));

        controller.client.drain(leader, true, PATIENCE).join();

        assertThat(controller.heartbeat(leader.value()).transfers()).hasSize(1);
    }

    @Test
    void noNodeLeadsMoreThanItsShareWhileThePreferredOneIsAway() {
        ControllerFixture three = ControllerFixture.withNodes("n1", "n2", "n3");
        three.create("orders", 6, 3);
        for (int step = 0; step < 12; step++) {
            three.pass(Duration.ofSeconds(1));
            three.heartbeat("n2");
            three.heartbeat("n3");
        }
        assertThat(three.state().node(ONE).fenced()).isTrue();
        // All that n1 should lead went to n2.
        for (ReplicaGroup group : List.copyOf(three.state().groups.values())) {
            NodeId leads = group.preferredLeader().equals(THREE) ? THREE : TWO;
            three.heartbeat(leads.value(), new LeaderReport(group.id(), Epoch.of(1), true));
        }

        List<LeaderTransfer> transfers = three.heartbeat("n2").transfers();

        assertThat(transfers).hasSize(1).allSatisfy(it -> assertThat(it.to()).isEqualTo(THREE));
    }
}
