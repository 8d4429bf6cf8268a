// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.Network;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Links that are slow, or come and go, for minutes of virtual time: how often the leadership moves. */
class LinkSimulationTest {
    private static final BullySettings SETTINGS = BullySettings.defaults();
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SEEDS = 4;

    private static CalmCluster settled(long seed) {
        CalmCluster calm = new CalmCluster(seed, SETTINGS, 3);
        calm.awaitAgreement(Duration.ofMinutes(1));
        return calm;
    }

    private static void bothWays(String one, String other, BiConsumer<String, String> action) {
        action.accept(one, other);
        action.accept(other, one);
    }

    private static List<String> others(CalmCluster calm, SimulatedBullyNode node) {
        return calm.cluster.nodes().stream()
                .filter(it -> it != node)
                .map(SimulatedBullyNode::id)
                .toList();
    }

    /** Up for a second and down for one, between the leader and everyone else. */
    @Test
    void aFlappingLinkOfTheLeaderMovesLeadershipAtMostOnceInHalfAMinute() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed);
            Network network = calm.cluster.network();
            SimulatedBullyNode leader = calm.leader();
            int before = calm.elections();

            for (Duration passed = Duration.ZERO; passed.compareTo(FIVE_MINUTES) < 0; passed = passed.plus(SECOND)) {
                if (passed.toSeconds() % 2 == 0) {
                    others(calm, leader).forEach(other -> bothWays(leader.id(), other, network::cut));
                } else {
                    network.mendAll();
                }
                calm.pass(SECOND);
            }

            assertThat(calm.elections() - before)
                    .as("elections in five minutes, seed " + seed)
                    .isLessThanOrEqualTo(10);
            network.mendAll();
            calm.awaitAgreement(Duration.ofMinutes(1));
        }
    }

    @Test
    void aFlappingLinkOfAFollowerMovesNothing() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed);
            Network network = calm.cluster.network();
            SimulatedBullyNode leader = calm.leader();
            String follower = others(calm, leader).get(0);
            int before = calm.elections();

            for (int i = 0; i < 150; i++) {
                others(calm, calm.cluster.at(new Address(follower, 1_000)))
                        .forEach(other -> bothWays(follower, other, network::cut));
                calm.pass(SECOND);
                network.mendAll();
                calm.pass(SECOND);
            }

            assertThat(calm.elections()).as("seed " + seed).isEqualTo(before);
            assertThat(calm.leader()).isSameAs(leader);
        }
    }

    /** Two seconds to one of the others: its answers come too late to count, and those of the third one are enough. */
    @Test
    void aLinkThatIsSlowerThanAnyTimeoutMovesNothing() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed);
            SimulatedBullyNode leader = calm.leader();
            int before = calm.elections();
            String slow = others(calm, leader).get(0);

            bothWays(leader.id(), slow, (from, to) -> calm.cluster.network().slow(from, to, Duration.ofSeconds(2)));
            calm.pass(FIVE_MINUTES);

            assertThat(calm.elections()).as("seed " + seed).isEqualTo(before);
        }
    }

    /** A third of a heartbeat each way is late, and no reason for anything. */
    @Test
    void linksThatAreAllSlowMoveNothing() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed);
            int before = calm.elections();

            for (SimulatedBullyNode node : calm.cluster.nodes()) {
                others(calm, node)
                        .forEach(other -> calm.cluster
                                .network()
                                .slow(node.id(), other, SETTINGS.heartbeat().dividedBy(3)));
            }
            calm.pass(FIVE_MINUTES);

            assertThat(calm.elections()).as("seed " + seed).isEqualTo(before);
        }
    }
}
