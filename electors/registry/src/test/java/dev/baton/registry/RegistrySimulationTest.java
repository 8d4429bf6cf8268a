// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.simulation.ClusterFact;
import dev.baton.testkit.simulation.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whole registry clusters under random faults: at most one leader at every step, and at the end the duty runs on exactly
 * one node.
 */
class RegistrySimulationTest {
    private static final long SEEDS = 200;
    private static final long SEEDS_FOR_A_CHANGE = 5_000;
    private static final String TWO_AT_ONCE = "OneActsAtATime|DutiesStopBeforeOthersLead";

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        List<Enum<?>> facts = Stream.<Enum<?>>concat(Stream.of(ClusterFact.values()), Stream.of(RegistryFact.values()))
                .toList();

        Duration slowest = Seeds.runAll(SEEDS, facts, seed -> new RegistrySimulation(seed, Mutation.NONE));

        System.out.println("registry simulated: slowest agreement " + slowest.toMillis() + " ms");
    }

    @Test
    void votersThatLoseTheirStateFilesAreFoundOut() {
        assertFound(Mutation.LOST_STATE_FILES, 1, "EveryElectionRaisesTheEpoch");
    }

    @Test
    void aVoterThatSendsBeforeItPersistsIsFoundOut() {
        assertFound(Mutation.SENDS_BEFORE_IT_PERSISTS, 379, "EveryElectionRaisesTheEpoch|OneActsAtATime");
    }

    @Test
    void aProofOfDeathThatIsNoneIsFoundOut() {
        assertFound(Mutation.FALSE_PROOF, 1, "OneActsAtATime");
    }

    @Test
    void aMinorityThatElectsIsFoundOut() {
        assertFound(Mutation.NO_MAJORITY, 1, "OneActsAtATime|EveryElectionRaisesTheEpoch");
    }

    @Test
    void votersThatDoNotAbstainAfterAStartAreFoundOut() {
        assertFound(Mutation.NO_ABSTENTION, 3152, TWO_AT_ONCE);
    }

    @Test
    void aTermThatIsCountedFromTheAnswerIsFoundOut() {
        assertFound(Mutation.TERM_FROM_ANSWER, 434, TWO_AT_ONCE);
    }

    @Test
    void votersThatDropTheirPromiseAtAnyCancellationAreFoundOut() {
        assertFound(Mutation.ANY_CANCEL_DROPS, 1, TWO_AT_ONCE);
    }

    /** @param firstSeed one that finds the change, so that those that do not need not be run before it */
    private static void assertFound(Mutation mutation, long firstSeed, String rule) {
        assertThat(Seeds.firstFailure(
                        mutation.name(),
                        firstSeed,
                        SEEDS_FOR_A_CHANGE,
                        seed -> new RegistrySimulation(seed, mutation).runDisturbed()))
                .hasValueSatisfying(failure -> assertThat(failure).containsPattern(rule));
    }
}
