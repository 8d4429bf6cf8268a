// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.ElectorEvent.Granted;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Voters that can be reached although the view lacks them. */
class OutOfViewTest {
    /** A node sees nobody but itself, although all of its messages arrive. */
    private static void seesOnlyItself(RulesCluster cluster, String id) {
        GroupView alone = new GroupView(50, List.of(cluster.member(id)), false);
        cluster.step(id, cluster.rules(id).view(alone, cluster.now()));
    }

    @Test
    void votersThatHaveLeftTheViewVote() {
        RulesCluster cluster = RulesCluster.three();
        seesOnlyItself(cluster, "b");

        cluster.campaign("b");

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    @Test
    void oneThatIsProvenGoneIsNotAsked() {
        RulesCluster cluster = RulesCluster.three();
        seesOnlyItself(cluster, "b");

        cluster.step("b", cluster.rules("b").gone(cluster.member("a").node(), cluster.now()));

        assertThat(cluster.rules("b").electorate().voters())
                .containsExactly(cluster.member("b").node(), cluster.member("c").node());
    }

    @Test
    void namesGoByTheViewAlone() {
        RulesCluster cluster = RulesCluster.three();
        seesOnlyItself(cluster, "b");

        assertThat(cluster.rules("b").electorate().inView())
                .containsExactly(cluster.member("b").node());
    }

    @Test
    void withoutAQuorumOnlyTheViewVotes() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.withoutQuorum(1, Duration.ZERO), "a", "b", "c");
        seesOnlyItself(cluster, "b");

        assertThat(cluster.rules("b").electorate().voters())
                .containsExactly(cluster.member("b").node());
    }
}
