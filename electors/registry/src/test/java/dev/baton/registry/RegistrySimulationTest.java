// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whole registry clusters under random faults: at most one leader at every step, and at the end the duty runs on exactly
 * one node. {@code -Dbaton.seed=N} runs one seed, {@code -Dbaton.seeds=N} more.
 */
class RegistrySimulationTest {
    private static final long SEEDS = 200;
    private static final long SEEDS_FOR_A_CHANGE = 5_000;

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        Set<Fact> missing = EnumSet.allOf(Fact.class);
        Duration slowest = Duration.ZERO;
        for (long seed : seeds()) {
            RegistrySimulation run = new RegistrySimulation(seed, Mutation.NONE);
            Duration converged = run.run();
            missing.removeAll(run.facts().keySet());
            slowest = converged.compareTo(slowest) > 0 ? converged : slowest;
        }

        System.out.println("registry simulated: slowest agreement " + slowest.toMillis() + " ms");
        if (System.getProperty("baton.seed") == null) {
            assertThat(missing).isEmpty();
        }
    }

    @Test
    void votersThatLoseTheirStateFilesAreFoundOut() {
        assertThatThrownBy(() -> disturbMany(Mutation.LOST_STATE_FILES, 1)).hasMessageContaining("epoch");
    }

    @Test
    void aProofOfDeathThatIsNoneIsFoundOut() {
        assertThatThrownBy(() -> disturbMany(Mutation.FALSE_PROOF, 1)).hasMessageContaining("two act");
    }

    @Test
    void aMinorityThatElectsIsFoundOut() {
        assertThatThrownBy(() -> disturbMany(Mutation.NO_MAJORITY, 1))
                .hasMessageMatching("(?s).*(two act|epoch \\d+ after).*");
    }

    @Test
    void votersThatDoNotAbstainAfterAStartAreFoundOut() {
        assertTwoAtOnce(Mutation.NO_ABSTENTION, 124);
    }

    @Test
    void aTermThatIsCountedFromTheAnswerIsFoundOut() {
        assertTwoAtOnce(Mutation.TERM_FROM_ANSWER, 973);
    }

    @Test
    void votersThatDropTheirPromiseAtAnyCancellationAreFoundOut() {
        assertTwoAtOnce(Mutation.ANY_CANCEL_DROPS, 1);
    }

    private static void assertTwoAtOnce(Mutation mutation, long firstSeed) {
        assertThatThrownBy(() -> disturbMany(mutation, firstSeed))
                .message()
                .containsPattern("two act|the duty of \\S+ starts while that of \\S+ runs");
    }

    /** @param firstSeed one that found the change, so that those that do not need not be run before it */
    private static void disturbMany(Mutation mutation, long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + SEEDS_FOR_A_CHANGE; seed++) {
            new RegistrySimulation(seed, mutation).disturb();
        }
    }

    private static long[] seeds() {
        Long single = Long.getLong("baton.seed");
        return single != null
                ? new long[] {single}
                : LongStream.rangeClosed(1, Long.getLong("baton.seeds", SEEDS)).toArray();
    }
}
