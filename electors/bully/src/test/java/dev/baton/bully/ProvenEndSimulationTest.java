// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.NetworkConditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How soon a leader that crashes is replaced, in virtual time, with and without a proof that it is gone. */
class ProvenEndSimulationTest {
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(500));
    private static final Duration LEASE = SETTINGS.terms().lease();
    private static final NetworkConditions QUICK =
            new NetworkConditions(Duration.ofNanos(200_000), Duration.ofMillis(2), 0, 0);
    private static final int SEEDS = 15;

    private static CalmCluster settled(long seed, int nodes, int machines, boolean witnessed) {
        CalmCluster calm = new CalmCluster(seed, SETTINGS, nodes, witnessed);
        calm.cluster.machines = machines;
        calm.awaitAgreement(Duration.ofSeconds(60));
        calm.cluster.network().weather(QUICK);
        calm.pass(LEASE);
        calm.awaitAgreement(Duration.ofSeconds(10));
        return calm;
    }

    private static Duration replaced(CalmCluster calm) {
        int before = calm.elections();
        long began = calm.now();
        calm.await(Duration.ofSeconds(10), () -> calm.elections() > before);
        return calm.electedSince(began);
    }

    @ParameterizedTest
    @CsvSource({"3, false", "5, false", "2, true"})
    void aLeaderThatCrashesOnTheSameMachineIsReplacedAtOnce(int nodes, boolean witnessed) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed, nodes, 1, witnessed);
            calm.leader().end();

            assertThat(replaced(calm)).as("seed " + seed).isLessThan(Duration.ofMillis(200));
        }
    }

    @Test
    void aLeaderThatStandsStillIsWaitedFor() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed, 3, 1, false);
            SimulatedBullyNode leader = calm.leader();
            leader.pause();

            assertThat(replaced(calm)).as("seed " + seed).isGreaterThan(LEASE.minus(SETTINGS.heartbeat()));
        }
    }

    /** One has the proof, and the other voter's promise is needed as well. */
    @Test
    void aVoterOnAnotherMachineKeepsItsPromise() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CalmCluster calm = settled(seed, 3, 2, false);
            long epoch = calm.cluster.lastEpoch();
            calm.leader().end();

            assertThat(replaced(calm)).as("seed " + seed).isGreaterThan(LEASE.minus(SETTINGS.heartbeat()));
            assertThat(calm.cluster.lastEpoch() - epoch).as("epochs used up").isLessThan(10);
        }
    }
}
