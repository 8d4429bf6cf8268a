// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.leader;
import static dev.baton.internal.candidate.CandidateUnderTest.isCampaign;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.internal.candidate.CandidateEffect.Campaign;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CandidateRulesPriorityTest {
    private static final Duration STEP = Duration.ofMillis(20);

    @Test
    void theHighestPriorityAsksAtOnce() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.priority(100));

        assertThat(isCampaign(candidate.vacant())).isTrue();
        assertThat(candidate.rules().priority()).isEqualTo(new Priority(100));
    }

    @Test
    void eachStepBehindWaitsAStepLonger() {
        CandidateUnderTest candidate =
                new CandidateUnderTest(it -> it.priority(90).priorityStep(STEP));

        assertThat(isCampaign(candidate.vacant())).isFalse();
        assertThat(candidate.untilWake()).isEqualTo(STEP.multipliedBy(10));
        assertThat(candidate.advance(STEP.multipliedBy(10))).containsExactly(new Campaign());
    }

    @Test
    void theLeastPreferredLeadsWhenNobodyElseDoes() {
        CandidateUnderTest candidate =
                new CandidateUnderTest(it -> it.priority(0).priorityStep(STEP));
        candidate.vacant();

        candidate.advance(STEP.multipliedBy(100));
        candidate.granted(1);

        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void priorityComesOnTopOfTheTakeoverDelay() {
        CandidateUnderTest candidate =
                new CandidateUnderTest(it -> it.priority(95).priorityStep(STEP).takeoverDelay(Duration.ofSeconds(1)));
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));

        assertThat(candidate.untilWake()).isEqualTo(Duration.ofMillis(1_100));
    }

    @Test
    void aLeaderYieldsToAPreferredCandidate() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ZERO));

        assertThat(candidate.preferred(BETA))
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.YIELDED, "to beta"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7)).contains(new Release(Epoch.of(7), Optional.of(BETA.id())));
    }

    @Test
    void aLeaderYieldsToACandidateThatWasReadyForTheMinimumHold() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(5)));
        candidate.advance(Duration.ofSeconds(1));

        assertThat(candidate.preferred(BETA)).isEmpty();
        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(5));
        assertThat(candidate.advance(Duration.ofSeconds(5).minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).contains(lost(7, LossReason.YIELDED, "to beta"));
    }

    @Test
    void renewalsDoNotBeginTheMinimumHoldAgain() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(6)));
        candidate.preferred(BETA);
        candidate.advance(Duration.ofSeconds(4));
        candidate.extended(7);
        candidate.preferred(BETA);

        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aCandidateThatIsReplacedByABetterOneIsNotYieldedTo() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(4)));
        candidate.preferred(BETA);
        candidate.advance(Duration.ofSeconds(3));
        candidate.preferred(GAMMA);

        assertThat(candidate.advance(Duration.ofSeconds(3))).isEmpty();
        candidate.extended(7);
        assertThat(candidate.advance(Duration.ofSeconds(1))).contains(lost(7, LossReason.YIELDED, "to gamma"));
    }

    @Test
    void aCandidateThatComesAndGoesIsNotYieldedTo() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(4)));
        for (int i = 0; i < 20; i++) {
            candidate.preferred(BETA);
            candidate.advance(Duration.ofSeconds(3));
            candidate.extended(7);
            candidate.noLongerPreferred();
            candidate.advance(Duration.ofSeconds(1));
        }

        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aRestartOfThePreferredNodeBeginsTheMinimumHoldAgain() {
        Node restarted = new Node(BETA.id(), Incarnation.random(new SplittableRandom(5)));
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(4)));
        candidate.preferred(BETA);
        candidate.advance(Duration.ofSeconds(3));
        candidate.preferred(restarted);

        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aPreferenceIsForgottenWithTheLeadership() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(
                7, it -> it.minimumHold(Duration.ofSeconds(1)).rest(Duration.ZERO));
        candidate.preferred(BETA);
        candidate.lost(7);
        candidate.dutiesStopped(7);
        candidate.vacant();
        candidate.granted(8);

        assertThat(candidate.advance(Duration.ofSeconds(2))).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aStandbyHasNothingToYield() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.minimumHold(Duration.ZERO));
        candidate.preferred(BETA);
        candidate.vacant();

        candidate.granted(1);

        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aHandOverThatDoesNotLastDoublesTheWaitForTheNextOne() {
        Duration hold = Duration.ofSeconds(2);
        CandidateUnderTest candidate =
                CandidateUnderTest.leading(1, it -> it.minimumHold(hold).rest(Duration.ZERO));
        for (int failures = 0; failures < 8; failures++) {
            long epoch = 1L + failures;
            Duration waited = yieldTo(candidate, BETA, epoch);

            assertThat(waited).isEqualTo(hold.multipliedBy(1L << Math.min(failures, PreferredSuccessor.MAX_DOUBLINGS)));
            leadAgain(candidate, epoch);
        }
    }

    @Test
    void aHandOverThatLastsEndsTheBackOff() {
        Duration hold = Duration.ofSeconds(2);
        CandidateUnderTest candidate =
                CandidateUnderTest.leading(1, it -> it.minimumHold(hold).rest(Duration.ZERO));
        yieldTo(candidate, BETA, 1);
        leadAgain(candidate, 1);
        yieldTo(candidate, BETA, 2);
        candidate.pause(hold.multipliedBy(PreferredSuccessor.LASTED_AFTER_WAITS * 2L));
        leadAgain(candidate, 2);

        assertThat(yieldTo(candidate, BETA, 3)).isEqualTo(hold);
    }

    /** Renews until it yields, and gives back. Returns for how long it led on. */
    private static Duration yieldTo(CandidateUnderTest candidate, Node better, long epoch) {
        candidate.preferred(better);
        long began = candidate.now();
        while (candidate.state() == LEADING) {
            candidate.extended(epoch);
            candidate.advance(Duration.ofMillis(500));
        }
        long ended = candidate.now();
        candidate.dutiesStopped(epoch);
        candidate.released(epoch);
        return Duration.ofNanos(ended - began);
    }

    private static void leadAgain(CandidateUnderTest candidate, long former) {
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, former));
        candidate.granted(former + 1);
        assertThat(candidate.state()).isEqualTo(LEADING);
    }
}
