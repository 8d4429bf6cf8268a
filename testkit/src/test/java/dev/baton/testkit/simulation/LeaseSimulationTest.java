// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.safety.HistoryChecker;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whole clusters under random faults. */
class LeaseSimulationTest {
    private static final long SEEDS = 2_000;
    /** The checker reads whole histories, which takes longer than the runs. */
    private static final int CHECKED = 10;

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        CoverageCounts facts = new CoverageCounts();

        Seeds.upTo(SEEDS).forEach(seed -> {
            SimulationResult result = LeaseSimulation.run(seed);
            facts.add(result.facts());
            if (seed % CHECKED == 0 || Seeds.isSingle()) {
                assertThat(HistoryChecker.exclusive().check(result.history()))
                        .as("history of seed %d", seed)
                        .isEmpty();
            }
        });

        System.out.println("simulated " + facts);
        if (!Seeds.isSingle()) {
            assertThat(facts.missing()).isEmpty();
        }
    }

    @Test
    void aSeedAlwaysGoesTheSameWay() {
        for (long seed = 1; seed <= 20; seed++) {
            SimulationResult first = LeaseSimulation.run(seed);
            SimulationResult second = LeaseSimulation.run(seed);

            assertThat(second.hash()).isEqualTo(first.hash());
            assertThat(second.steps()).isEqualTo(first.steps());
            assertThat(second.history()).isEqualTo(first.history());
        }
    }

    @Test
    void differentSeedsGoDifferentWays() {
        assertThat(LongStream.rangeClosed(1, 20)
                        .map(seed -> LeaseSimulation.run(seed).hash())
                        .distinct()
                        .count())
                .isEqualTo(20);
    }
}
