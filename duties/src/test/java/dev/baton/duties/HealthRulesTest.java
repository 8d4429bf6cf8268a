// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.duties.HealthReport.Status;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HealthRulesTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final NodeId A = NodeId.of("a");
    private static final NodeId B = NodeId.of("b");
    private static final NodeId C = NodeId.of("c");

    private final HealthRules rules = new HealthRules(Set.of(A, B, C));

    @Test
    void theFirstLookSaysWhoIsHereAndReportsNoJoins() {
        assertThat(rules.report().status()).isEqualTo(Status.UNKNOWN);

        assertThat(rules.look(Set.of(A, B, C), NOW)).containsExactly(new HealthEvent.StatusChanged(Status.HEALTHY));

        assertThat(rules.report().since()).containsOnlyKeys(A, B, C);
        assertThat(rules.report().isHealthy()).isTrue();
    }

    @Test
    void aNodeThatLeavesDegradesAndOneThatComesBackHeals() {
        rules.look(Set.of(A, B, C), NOW);

        assertThat(rules.look(Set.of(A, B), NOW))
                .containsExactly(new HealthEvent.Left(C), new HealthEvent.StatusChanged(Status.DEGRADED));
        assertThat(rules.report().missing()).containsExactly(C);
        assertThat(rules.look(Set.of(A, B, C), NOW.plusSeconds(5)))
                .containsExactly(new HealthEvent.Joined(C), new HealthEvent.StatusChanged(Status.HEALTHY));
        assertThat(rules.report().since()).containsEntry(C, NOW.plusSeconds(5)).containsEntry(A, NOW);
    }

    @Test
    void losingTheMajorityIsAPartitionAndItsReturnAMerge() {
        rules.look(Set.of(A, B, C), NOW);

        assertThat(rules.look(Set.of(A), NOW)).contains(new HealthEvent.Partitioned(Set.of(B, C)));
        assertThat(rules.look(Set.of(A), NOW)).isEmpty();
        assertThat(rules.look(Set.of(A, B), NOW)).contains(new HealthEvent.Merged(Set.of(B)));
    }
}
