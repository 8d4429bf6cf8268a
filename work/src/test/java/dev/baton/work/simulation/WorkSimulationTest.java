// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More seeds: {@code ./mvnw -pl work -am test -Dtest=WorkSimulationTest -Dbaton.seeds=100000}. */
class WorkSimulationTest {
    private static final long SEEDS = Long.getLong("baton.seeds", 60);
    private static final long FIRST = Long.getLong("baton.seed", 1);
    private static final long MUTANT_SEEDS = 300;

    @Test
    void noTwoOwnersActAndEverythingIsOwnedAgain() {
        long effects = 0;
        long changes = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            try {
                WorkSimulation.Result result = new WorkSimulation(seed, Mutant.NONE).run();
                effects += result.effects();
                changes += result.changes();
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError(
                        "seed " + seed + ": " + broken.getMessage() + "; replay with -Dtest=WorkSimulationTest"
                                + " -Dbaton.seeds=1 -Dbaton.seed=" + seed,
                        broken);
            }
        }

        assertThat(effects).isGreaterThan(1_000 * SEEDS);
        assertThat(changes).isGreaterThan(50 * SEEDS);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void whatIsWrongIsNoticed(Mutant mutant) {
        assertThat(LongStream.rangeClosed(1, MUTANT_SEEDS).anyMatch(seed -> isNoticed(seed, mutant)))
                .as("no run noticed that " + mutant)
                .isTrue();
    }

    private static boolean isNoticed(long seed, Mutant mutant) {
        try {
            new WorkSimulation(seed, mutant).run();
            return false;
        } catch (CheckedStore.Violation noticed) {
            return true;
        }
    }
}
