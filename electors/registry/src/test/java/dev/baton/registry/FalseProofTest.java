// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent.Granted;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process that was proven to be gone, and is not. */
class FalseProofTest {
    private static final Duration LEASE = RegistrySettings.TERMS.lease();
    private static final Duration A_WHILE = LEASE.plusMillis(100);

    private static RulesCluster threeLedByA() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        cluster.campaign("a");
        return cluster;
    }

    private static void proveToTheOthersThatCIsGone(RulesCluster cluster) {
        Node c = cluster.member("c").node();
        for (String id : List.of("a", "b")) {
            cluster.step(id, cluster.rules(id).gone(c, cluster.now()));
        }
    }

    private static void proveOthersGone(RulesCluster cluster, String to) {
        for (int i = 0; i < 300; i++) {
            Node other = new Node(NodeId.of("other-" + i), new Incarnation(1_000 + i));
            cluster.step(to, cluster.rules(to).gone(other, cluster.now()));
        }
    }

    @Test
    void itIsNotHeardForALeaseHoweverManyOthersAreProvenGone() {
        RulesCluster cluster = threeLedByA();
        proveToTheOthersThatCIsGone(cluster);
        proveOthersGone(cluster, "b");
        Node a = cluster.member("a").node();
        cluster.crash("a");
        cluster.step("b", cluster.rules("b").gone(a, cluster.now()));
        cluster.step("c", cluster.rules("c").gone(a, cluster.now()));

        cluster.campaign("c");
        cluster.advance(LEASE.minusMillis(200));

        assertThat(cluster.events("c", Granted.class)).isEmpty();
    }

    @Test
    void itTakesPartAgainAsSoonAsItAnswers() {
        RulesCluster cluster = threeLedByA();
        proveToTheOthersThatCIsGone(cluster);
        Node c = cluster.member("c").node();
        for (String id : List.of("a", "b")) {
            cluster.step(id, cluster.rules(id).answers(c, cluster.now()));
        }
        Node a = cluster.member("a").node();
        cluster.crash("a");
        cluster.step("b", cluster.rules("b").gone(a, cluster.now()));
        cluster.step("c", cluster.rules("c").gone(a, cluster.now()));

        cluster.campaign("c");
        cluster.advance(LEASE.minusMillis(200));

        assertThat(cluster.events("c", Granted.class)).hasSize(1);
    }

    @Test
    void itTakesPartAgainAfterALease() {
        RulesCluster cluster = threeLedByA();
        proveToTheOthersThatCIsGone(cluster);
        cluster.crash("a");
        cluster.advance(A_WHILE);

        cluster.campaign("c");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(cluster.events("c", Granted.class)).hasSize(1);
    }
}
