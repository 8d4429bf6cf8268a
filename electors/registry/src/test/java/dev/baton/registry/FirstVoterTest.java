// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.ElectorEvent.Granted;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The voter that everyone asks first, silent or gone. */
class FirstVoterTest {
    private static final Duration A_WHILE = RegistrySettings.TERMS.lease().plusMillis(100);

    private static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
    }

    private static GroupView everybody(RulesCluster cluster) {
        return new GroupView(50, List.of(cluster.member("a"), cluster.member("b"), cluster.member("c")), false);
    }

    private static RulesCluster bAskedTheSilentA() {
        RulesCluster cluster = three();
        cluster.sides(Map.of("a", "silent"));
        cluster.step("b", cluster.rules("b").view(everybody(cluster), cluster.now()));
        cluster.campaign("b");
        cluster.advance(Duration.ofMillis(50));
        return cluster;
    }

    @Test
    void aFirstVoterThatIsSilentCostsPatienceOnly() {
        RulesCluster cluster = bAskedTheSilentA();
        cluster.advance(Duration.ofMillis(200));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }

    /** The first voter dies after it was asked, and the view says so before patience ends: b never asks itself. */
    @Test
    void aVoterThatBecomesTheFirstDuringAnAttemptIsAskedToo() {
        RulesCluster cluster = bAskedTheSilentA();
        cluster.crash("a");
        cluster.advance(Duration.ofMillis(200));

        assertThat(cluster.events("b", Granted.class)).hasSize(1);
    }
}
