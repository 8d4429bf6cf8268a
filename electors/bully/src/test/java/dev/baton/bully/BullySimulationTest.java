// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bully.BullySimulation.Fact;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole bully clusters under random faults, with members that come and go. {@code -Dbaton.seed=N} runs one seed,
 * {@code -Dbaton.seeds=N} more.
 */
class BullySimulationTest {
    private static final long SEEDS = 1_000;
    private static final long SEEDS_OF_A_TWIST = 20_000;

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        Set<Fact> missing = EnumSet.allOf(Fact.class);
        Duration slowest = Duration.ZERO;
        for (long seed : seeds()) {
            BullySimulation run = new BullySimulation(seed, Twist.NONE);
            Duration converged = run.run();
            missing.removeAll(run.facts().keySet());
            slowest = converged.compareTo(slowest) > 0 ? converged : slowest;
        }

        System.out.println("bully simulated: slowest agreement " + slowest.toMillis() + " ms");
        if (System.getProperty("baton.seed") == null) {
            assertThat(missing).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aKnownBadChangeIsFoundOut(Twist twist) {
        assertThat(firstViolation(twist))
                .hasValueSatisfying(violation ->
                        assertThat(violation).containsPattern("two act|starts while that of|epoch \\d+ after"));
    }

    private static Optional<String> firstViolation(Twist twist) {
        for (long seed = twist.firstSeed(); seed < twist.firstSeed() + SEEDS_OF_A_TWIST; seed++) {
            try {
                new BullySimulation(seed, twist).runDisturbed();
            } catch (AssertionError failure) {
                System.out.println(twist + " is found out by seed " + seed);
                return Optional.of(String.valueOf(failure.getMessage()));
            }
        }
        return Optional.empty();
    }

    private static long[] seeds() {
        Long single = Long.getLong("baton.seed");
        return single != null
                ? new long[] {single}
                : LongStream.rangeClosed(1, Long.getLong("baton.seeds", SEEDS)).toArray();
    }
}
