// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.testkit.checker.HistoryChecker;
import dev.baton.testkit.history.History;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Each known mistake is found, by the rule that is there for it, within some seeds that are fine without it. */
class SimulationTeethTest {
    private static final long SEEDS = 600;

    @Test
    void takeoverOfALiveLeaseShowsTwoActingLeaders() {
        simulationFinds("NeverTwoActing", Mutants::takesLiveLeases);
        checkerFinds("I2 OneValidLease", Mutants::takesLiveLeases);
    }

    @Test
    void reusedEpochHasTwoHolders() {
        simulationFinds("OneHolderPerEpoch", Mutants::reusesEpochs);
        checkerFinds("I1 OneHolderPerEpoch", Mutants::reusesEpochs);
        checkerFinds("I3 EpochRises", Mutants::reusesEpochs);
    }

    @Test
    void storeThatForgetsWhatItCommittedGivesAnEpochTwiceAndShowsTwoActingLeaders() {
        simulationFinds("OneHolderPerEpoch", Mutants::forgetsCommits);
        simulationFinds("NeverTwoActing", Mutants::forgetsCommits);
        checkerFinds("I1 OneHolderPerEpoch", Mutants::forgetsCommits);
    }

    @Test
    void epochThatRisesOnRenewalIsFound() {
        simulationFinds("EpochNeverFalls", Mutants::renewsUnderNewEpochs);
        checkerFinds("I3 EpochRises", Mutants::renewsUnderNewEpochs);
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
        simulationFinds("NeverTwoActing", Mutants::neverTellsLosers);
    }

    @Test
    void termCountedFromTheAnswerIsTooLong() {
        simulationFinds("NeverTwoActing", Mutants::countsFromTheAnswer);
    }

    @Test
    void leadershipRememberedAcrossAPauseIsFound() {
        simulationFinds("NeverTwoActing", Mutants::sleepsThroughPauses);
    }

    @Test
    void releaseBeforeTheDutiesStoppedIsFound() {
        simulationFinds("ReleaseOnlyAfterDutiesStopped", Mutants::doesNotWaitForDuties);
    }

    @Test
    void missingFenceLetsStaleWritesIn() {
        simulationFinds("FencedWritesStayOut", Mutants::hasNoFence);
        checkerFinds("I4 FenceHolds", Mutants::hasNoFence);
    }

    @Test
    void clusterThatNeverFindsALeaderIsFound() {
        simulationFinds(LeaseSimulation.CONVERGENCE, Mutants::neverTellsVacancies);
    }

    @Test
    void silenceThatIsTakenForDeathShowsTwoActingLeaders() {
        simulationFinds("NeverTwoActing", Mutants::takesSilenceForDeath);
    }

    @Test
    void proofAgainstWhoeverHoldsTheLeaseShowsTwoActingLeaders() {
        simulationFinds("NeverTwoActing", Mutants::takesFromWhoeverHolds);
        checkerFinds("I2 OneValidLease", Mutants::takesFromWhoeverHolds);
    }

    @Test
    void proofAgainstANodeThatStartedAgainShowsTwoActingLeaders() {
        simulationFinds("NeverTwoActing", Mutants::takesFromTheSameNodeStartedAgain);
        checkerFinds("I2 OneValidLease", Mutants::takesFromTheSameNodeStartedAgain);
    }

    private static void simulationFinds(String rule, Supplier<Wiring> mutant) {
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

    private static void checkerFinds(String rule, Supplier<Wiring> mutant) {
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

    private static History history(long seed, Wiring wiring) {
        try {
            return LeaseSimulation.run(seed, wiring).history();
        } catch (SimulationFailure failure) {
            return failure.history();
        }
    }
}
