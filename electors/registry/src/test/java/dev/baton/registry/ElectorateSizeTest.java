// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Instants;
import dev.baton.elector.ElectorEvent.Extended;
import dev.baton.elector.ElectorEvent.Granted;
import dev.baton.elector.ElectorEvent.Lost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With how many voters a node counts that was told, hears or sees different numbers. */
class ElectorateSizeTest {
    private static final Duration A_WHILE = RegistrySettings.TERMS.lease().plusMillis(100);

    private static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
    }

    private static boolean acts(RulesCluster cluster, String id) {
        List<Granted> granted = cluster.events(id, Granted.class);
        List<Extended> extended = cluster.events(id, Extended.class);
        return !granted.isEmpty()
                && cluster.events(id, Lost.class).size() < granted.size()
                && Instants.isBefore(
                        cluster.now(),
                        extended.isEmpty()
                                ? granted.get(granted.size() - 1).term().certainUntil()
                                : extended.get(extended.size() - 1).term().certainUntil());
    }

    /** The cluster grows: d and e are told 5, and the leader counts with 5, but b and c never hear of it. */
    @Test
    void nodesThatWereToldDifferentSizesCountWithTheLargerOne() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("d", RegistrySettings.majorityOf(5));
        cluster.start("e", RegistrySettings.majorityOf(5));
        cluster.sides(Map.of());
        cluster.advance(A_WHILE.multipliedBy(2));
        assertThat(cluster.rules("a").electorate().size()).isEqualTo(5);

        cluster.sides(Map.of("b", "old", "c", "old"));
        cluster.campaign("b");
        cluster.advance(A_WHILE.multipliedBy(2));

        assertThat(acts(cluster, "a") && acts(cluster, "b")).as("two leaders").isFalse();
    }

    /** All see four voters where three are stated; then two and two part. */
    @Test
    void moreVotersThanStatedDoNotMakeTwoMajorities() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("d");
        cluster.sides(Map.of());
        cluster.advance(A_WHILE.multipliedBy(2));

        cluster.sides(Map.of("c", "other", "d", "other"));
        cluster.campaign("c");
        cluster.advance(A_WHILE.multipliedBy(2));

        assertThat(acts(cluster, "a") && acts(cluster, "c")).as("two leaders").isFalse();
    }

    /** One node with a wrong setting was here for a moment; whoever believed it passes it on. */
    @Test
    void oneNodeWithAWrongSizeDoesNotStopTheClusterForEver() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        cluster.start("x", RegistrySettings.majorityOf(1_000));
        cluster.sides(Map.of());
        cluster.advance(A_WHILE);
        cluster.crash("x");
        for (int i = 0; i < 10; i++) {
            cluster.campaign("a");
            cluster.campaign("b");
            cluster.campaign("c");
            cluster.advance(A_WHILE);
        }

        assertThat(acts(cluster, "a") || acts(cluster, "b") || acts(cluster, "c"))
                .as("required: " + cluster.rules("a").electorate().required())
                .isTrue();
    }
}
