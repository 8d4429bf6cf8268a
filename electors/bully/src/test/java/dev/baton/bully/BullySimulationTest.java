// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.ClusterFact;
import dev.baton.testkit.simulation.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole bully clusters under random faults, with members that come and go. */
class BullySimulationTest {
    private static final long SEEDS = 1_000;
    private static final long SEEDS_OF_A_TWIST = 20_000;

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        List<Enum<?>> facts = Stream.<Enum<?>>concat(Stream.of(ClusterFact.values()), Stream.of(BullyFact.values()))
                .toList();

        Duration slowest = Seeds.runAll(SEEDS, facts, seed -> new BullySimulation(seed, Twist.NONE));

        System.out.println("bully simulated: slowest agreement " + slowest.toMillis() + " ms");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aKnownBadChangeIsFoundOut(Twist twist) {
        assertThat(Seeds.firstFailure(
                        twist.name(),
                        twist.firstSeed(),
                        SEEDS_OF_A_TWIST,
                        seed -> new BullySimulation(seed, twist).runDisturbed()))
                .hasValueSatisfying(violation -> assertThat(violation)
                        .containsPattern("OneActsAtATime|DutiesStopBeforeOthersLead|EveryElectionRaisesTheEpoch"));
    }
}
