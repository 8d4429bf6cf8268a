// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ControllerNodeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The test is over before it would beat by itself. */
    private static final Duration SELDOM = Duration.ofHours(1);

    /** Groups that a test has this node lead. */
    private static final class Leads implements PartitionGroups {
        private final List<LeaderReport> leads = new CopyOnWriteArrayList<>();
        private volatile Runnable changed = () -> {};
        private volatile long heard = -1;

        @Override
        public List<LeaderReport> leads() {
            return List.copyOf(leads);
        }

        @Override
        public void whenLeadsChange(Runnable told) {
            changed = told;
        }

        @Override
        public void heard(long version) {
            heard = version;
        }

        @Override
        public void transfer(LeaderTransfer wanted) {}

        void lead(GroupId group, long epoch) {
            leads.clear();
            leads.add(new LeaderReport(group, Epoch.of(epoch), true));
            changed.run();
        }
    }

    @Test
    void aNewLeaderIsKnownWithoutWaitingForTheNextHeartbeat() {
        ControllerFixture controller = ControllerFixture.withNodes("n2", "n3");
        Leads leads = new Leads();
        NodeId one = NodeId.of("n1");
        try (ControllerNode node = new ControllerNode(
                controller.client, ClusterNode.of(one, ControllerFixture.incarnation("n1")), leads, SELDOM)) {
            node.start();
            eventually("registered", PATIENCE, () -> node.state() == ControllerNode.State.REGISTERED, node::state);
            controller.create("orders", 1, 3);
            GroupId group = controller.topic("orders").group(0);

            for (long epoch = 1; epoch <= 5; epoch++) {
                leads.lead(group, epoch);
                long wanted = epoch;
                eventually(
                        "the lead of epoch " + epoch,
                        PATIENCE,
                        () -> controller.part.read(view -> view.group(group)
                                .filter(it -> it.leader().equals(Optional.of(one))
                                        && it.leaderEpoch().equals(Epoch.of(wanted)))
                                .isPresent()),
                        () -> controller.part.read(ControllerView::groups));
            }
        }
    }

    @Test
    void whatWasDecidedBeforeAnAnswerIsInTheVersionThatGroupsAreTold() {
        ControllerFixture controller = ControllerFixture.withNodes("n2", "n3");
        Leads leads = new Leads();
        try (ControllerNode node = new ControllerNode(
                controller.client,
                ClusterNode.of(NodeId.of("n1"), ControllerFixture.incarnation("n1")),
                leads,
                Duration.ofMillis(20))) {
            long before = controller.part.version();
            node.start();
            eventually("it is told", PATIENCE, () -> leads.heard > before, () -> leads.heard);

            controller.create("orders", 1, 3);
            long created = controller.part.version();
            eventually("it is told again", PATIENCE, () -> leads.heard >= created, () -> leads.heard);
        }
    }
}
