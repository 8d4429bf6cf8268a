// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.testkit.history.History;
import dev.baton.testkit.safety.HistoryChecker;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Each known mistake is found, by the rule that is there for it, within some seeds that are fine without it. */
class SimulationTeethTest {
    private static final long SEEDS = 600;

    @Test
    void takeoverOfALiveLeaseShowsTwoActingLeaders() {
        simulationFinds("I2 OneActsAtATime", Mutants::takesLiveLeases);
        checkerFinds("I2 OneValidLease", Mutants::takesLiveLeases);
    }

    @Test
    void reusedEpochHasTwoHolders() {
        simulationFinds("I1 OneHolderPerEpoch", Mutants::reusesEpochs);
        checkerFinds("I1 OneHolderPerEpoch", Mutants::reusesEpochs);
        checkerFinds("I3 EpochNeverFalls", Mutants::reusesEpochs);
    }

    @Test
    void storeThatForgetsWhatItCommittedGivesAnEpochTwiceAndShowsTwoActingLeaders() {
        simulationFinds("I1 OneHolderPerEpoch", Mutants::forgetsCommits);
        simulationFinds("I2 OneActsAtATime", Mutants::forgetsCommits);
        checkerFinds("I1 OneHolderPerEpoch", Mutants::forgetsCommits);
    }

    @Test
    void epochThatRisesOnRenewalIsFound() {
        simulationFinds("I3 EpochNeverFalls", Mutants::renewsUnderNewEpochs);
        checkerFinds("I3 EpochNeverFalls", Mutants::renewsUnderNewEpochs);
    }

    @Test
    void renewalOfAnExpiredLeaseIsFound() {
        checkerFinds("I7 RenewNeverResurrects", Mutants::renewsExpiredLeases);
    }

    @Test
    void releaseByAStrangerIsFound() {
        simulationFinds("ReleaseOnlyAfterDutiesStopped", Mutants::releasesForAnybody);
        checkerFinds("I8 ReleaseIsExact", Mutants::releasesForAnybody);
    }

    @Test
    void loserThatIsNeverToldGoesOnActing() {
        simulationFinds("I2 OneActsAtATime", Mutants::neverTellsLosers);
    }

    @Test
    void termCountedFromTheAnswerIsTooLong() {
        simulationFinds("I2 OneActsAtATime", Mutants::countsFromTheAnswer);
    }

    @Test
    void leadershipRememberedAcrossAPauseIsFound() {
        simulationFinds("I2 OneActsAtATime", Mutants::sleepsThroughPauses);
    }

    @Test
    void releaseBeforeTheDutiesStoppedIsFound() {
        simulationFinds("ReleaseOnlyAfterDutiesStopped", Mutants::doesNotWaitForDuties);
    }

    @Test
    void missingFenceLetsStaleWritesIn() {
        simulationFinds("I4 FencedWritesStayOut", Mutants::hasNoFence);
        checkerFinds("I4 FencedWritesStayOut", Mutants::hasNoFence);
    }

    @Test
    void clusterThatNeverFindsALeaderIsFound() {
        simulationFinds(LeaseSimulation.CONVERGENCE, Mutants::neverTellsVacancies);
    }

    @Test
    void silenceThatIsTakenForDeathShowsTwoActingLeaders() {
        simulationFinds("I2 OneActsAtATime", Mutants::takesSilenceForDeath);
    }

    @Test
    void proofAgainstWhoeverHoldsTheLeaseShowsTwoActingLeaders() {
        simulationFinds("I2 OneActsAtATime", Mutants::takesFromWhoeverHolds);
        checkerFinds("I2 OneValidLease", Mutants::takesFromWhoeverHolds);
    }

    @Test
    void proofAgainstANodeThatStartedAgainShowsTwoActingLeaders() {
        simulationFinds("I2 OneActsAtATime", Mutants::takesFromTheSameNodeStartedAgain);
        checkerFinds("I2 OneValidLease", Mutants::takesFromTheSameNodeStartedAgain);
    }

    private static void simulationFinds(String rule, Supplier<SimulationParts> mutant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                LeaseSimulation.run(seed, mutant.get());
            } catch (SimulationFailure failure) {
                if (failure.rule().equals(rule)) {
                    assertThat(failure).hasMessageContaining("-Dbaton.seed=" + seed);
                    LeaseSimulation.run(seed);
                    return;
                }
            }
        }
        fail("%s was not broken in %d seeds", rule, SEEDS);
    }

    private static void checkerFinds(String rule, Supplier<SimulationParts> mutant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            if (breaks(rule, history(seed, mutant.get()))) {
                assertThat(HistoryChecker.exclusive()
                                .check(LeaseSimulation.run(seed).history()))
                        .isEmpty();
                return;
            }
        }
        fail("%s was not broken in %d seeds", rule, SEEDS);
    }

    private static boolean breaks(String rule, History history) {
        return HistoryChecker.exclusive().check(history).stream()
                .anyMatch(violation -> violation.rule().equals(rule));
    }

    private static History history(long seed, SimulationParts wiring) {
        try {
            return LeaseSimulation.run(seed, wiring).history();
        } catch (SimulationFailure failure) {
            return failure.history();
        }
    }
}
