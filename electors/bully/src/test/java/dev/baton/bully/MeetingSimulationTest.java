// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.QuorumMode;
import dev.baton.testkit.simulation.Network;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without a quorum each side of a partition leads. What happens when they meet, in virtual time on a fair network. */
class MeetingSimulationTest {
    private static final BullySettings SETTINGS = BullySettings.defaults().withQuorum(QuorumMode.NONE);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int SEEDS = 20;

    private static List<SimulatedBullyNode> leading(CalmCluster calm) {
        return calm.cluster.nodes().stream()
                .filter(node -> node.candidate().isLeader())
                .toList();
    }

    private static void settle(CalmCluster calm) {
        calm.pass(TEN_SECONDS);
        calm.awaitAgreement(MINUTE);
    }

    @Test
    void oneLeaderIsLeftWithinThreeHeartbeatsOfTheHeal() {
        Duration longest = Duration.ZERO;
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = new CalmCluster(seed, SETTINGS, 3);
            settle(calm);
            Network network = calm.cluster.network();
            SimulatedBullyNode leader = calm.leader();
            calm.cluster.nodes().stream().filter(node -> node != leader).forEach(other -> {
                network.cut(leader.id(), other.id());
                network.cut(other.id(), leader.id());
            });
            calm.await(MINUTE, () -> leading(calm).size() == 2);
            calm.pass(SETTINGS.heartbeat().multipliedBy(seed % 7));

            network.mendAll();
            long healed = calm.now();
            calm.await(MINUTE, () -> leading(calm).size() == 1);
            Duration took = Duration.ofNanos(calm.now() - healed);
            settle(calm);

            assertThat(took)
                    .as("seed " + seed)
                    .isLessThanOrEqualTo(SETTINGS.heartbeat().multipliedBy(3));
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
        System.out.println("of " + SEEDS + " meetings the longest took " + longest.toMillis() + " ms");
    }
}
