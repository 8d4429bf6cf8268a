// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.NetworkConditions;
import java.time.Duration;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** How a leadership that is given up passes on, in virtual time, on a network where a message takes up to two milliseconds. */
class HandOverSimulationTest {
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final NetworkConditions QUICK =
            new NetworkConditions(Duration.ofNanos(200_000), Duration.ofMillis(2), 0, 0);
    /** Duties and lanes of the simulation take up to some milliseconds each. */
    private static final Duration LIMIT = Duration.ofMillis(50);

    private static CalmCluster settled(long seed, int nodes) {
        CalmCluster calm = new CalmCluster(seed, SETTINGS, nodes);
        calm.awaitAgreement(Duration.ofSeconds(60));
        calm.cluster.network().weather(QUICK);
        return calm;
    }

    /** Longer than any candidate of the simulation rests. */
    private static void rest(CalmCluster calm) {
        calm.pass(Duration.ofMillis(1_500));
        calm.awaitAgreement(Duration.ofSeconds(10));
    }

    private static Duration resigns(CalmCluster calm) {
        int before = calm.elections();
        long began = calm.now();
        calm.leader().resign();
        calm.await(Duration.ofSeconds(10), () -> calm.elections() > before);
        return calm.electedSince(began);
    }

    @Test
    void theNextOneLeadsWithinFiftyMilliseconds() {
        for (long seed = 1; seed <= 40; seed++) {
            CalmCluster calm = settled(seed, seed % 2 == 0 ? 3 : 5);
            for (int i = 0; i < 5; i++) {
                rest(calm);

                assertThat(resigns(calm))
                        .as("seed " + seed + ", resignation " + i)
                        .isLessThan(LIMIT);
            }
        }
    }

    /** Both that are left have asked whether somebody above them stands, and one of them gave way. */
    @Test
    void theHighestOfTheOthersIsNext() {
        int highest = 0;
        for (long seed = 1; seed <= 40; seed++) {
            CalmCluster calm = settled(seed, 3);
            rest(calm);
            SimulatedBullyNode former = calm.leader();
            SimulatedBullyNode expected = calm.cluster.nodes().stream()
                    .filter(node -> node != former)
                    .max(Comparator.comparing(node -> node.disk.id, IdOrder.NATURAL))
                    .orElseThrow();

            resigns(calm);

            highest += calm.leader() == expected ? 1 : 0;
        }
        assertThat(highest).as("of 40 hand-overs").isEqualTo(40);
    }

    /** The former leader rests, and the next one gives the leadership up as soon as all know it: the third one is next. */
    @Test
    void oneWhoRestsIsNotWaitedFor() {
        for (long seed = 1; seed <= 40; seed++) {
            CalmCluster calm = settled(seed, 3);
            rest(calm);
            resigns(calm);
            calm.awaitAgreement(Duration.ofSeconds(2));

            assertThat(resigns(calm)).as("seed " + seed).isLessThan(LIMIT);
        }
    }
}
