// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.LeaderView;
import dev.baton.admin.Operation;
import dev.baton.server.cluster.OperationRules.Target;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationRulesTest {
    private static final Node SELF = new Node(NodeId.of("n1"), new Incarnation(1));
    private static final Map<String, String> ADMIN = Map.of("admin", "http://127.0.0.1:2");

    private static LeaderView leader(String id, long incarnation, Map<String, String> endpoints) {
        return new LeaderView(id, new Incarnation(incarnation).toString(), 7, null, null, endpoints);
    }

    @Test
    void itGoesStraightToTheAddressThatTheLeaderPublishes() {
        assertThat(OperationRules.ofLeader(SELF, 7, leader("n2", 2, ADMIN)))
                .isEqualTo(new Target.There("http://127.0.0.1:2"));
        assertThat(OperationRules.ofLeader(SELF, 7, leader("n1", 1, ADMIN))).isEqualTo(new Target.Here());
    }

    @Test
    void anEarlierStartOfThisNodeIsNotThisNode() {
        assertThat(OperationRules.ofLeader(SELF, 7, leader("n1", 3, ADMIN))).isInstanceOf(Target.There.class);
    }

    @Test
    void othersAreAskedOnlyWhereTheAddressIsMissing() {
        assertThat(OperationRules.ofLeader(SELF, 7, null)).isEqualTo(new Target.Unknown());
        assertThat(OperationRules.ofLeader(SELF, 7, leader("n2", 2, Map.of()))).isEqualTo(new Target.Unknown());
        // The caller has seen a leadership that this node has not.
        assertThat(OperationRules.ofLeader(SELF, 8, leader("n2", 2, ADMIN))).isEqualTo(new Target.Unknown());
    }

    @Test
    void whatIsOverGoesNoFurther() {
        assertThat(OperationRules.ofLeader(SELF, 6, leader("n2", 2, ADMIN))).isInstanceOf(Target.Stale.class);
    }

    @Test
    void eligibilityConcernsTheNodeNamed() {
        assertThat(OperationRules.ofNode(SELF, new Operation.Eligibility(null, "n1", true), null))
                .isEqualTo(new Target.Here());
        assertThat(OperationRules.ofNode(SELF, new Operation.Eligibility(7L, "n2", true), leader("n2", 2, ADMIN)))
                .isEqualTo(new Target.There("http://127.0.0.1:2"));
        assertThat(OperationRules.ofNode(SELF, new Operation.Eligibility(7L, "n3", true), leader("n2", 2, ADMIN)))
                .isEqualTo(new Target.Unknown());
    }
}
