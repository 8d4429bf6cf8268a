// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import static dev.baton.candidate.CandidateState.LEADING;
import static dev.baton.candidate.CandidateState.STEPPING_DOWN;
import static dev.baton.candidate.CandidateUnderTest.isCampaign;
import static dev.baton.candidate.CandidateUnderTest.lost;
import static dev.baton.candidate.CandidateUnderTest.moved;
import static dev.baton.core.Sample.BETA;
import static dev.baton.core.Sample.GAMMA;
import static dev.baton.core.Sample.leader;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.candidate.CandidateEffect.Campaign;
import dev.baton.candidate.CandidateEffect.Release;
import dev.baton.candidate.CandidateEffect.StopDuties;
import dev.baton.core.Epoch;
import dev.baton.core.LossReason;
import dev.baton.elector.Priority;
import dev.baton.elector.Vacancy;
import java.time.Duration;
import java.util.Optional;
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

        assertThat(candidate.preferred(BETA.id()))
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.YIELDED, "to beta"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7)).contains(new Release(Epoch.of(7), Optional.of(BETA.id())));
    }

    @Test
    void aLeaderYieldsOnlyAfterItsMinimumHold() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(6)));
        candidate.advance(Duration.ofSeconds(1));

        assertThat(candidate.preferred(BETA.id())).isEmpty();
        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(5));
        assertThat(candidate.advance(Duration.ofSeconds(5).minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).contains(lost(7, LossReason.YIELDED, "to beta"));
    }

    @Test
    void renewalsDoNotBeginTheMinimumHoldAgain() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(6)));
        candidate.advance(Duration.ofSeconds(4));
        candidate.extended(7);
        candidate.preferred(BETA.id());

        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void theLastPreferredCandidateCounts() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.minimumHold(Duration.ofSeconds(6)));
        candidate.preferred(BETA.id());
        candidate.preferred(GAMMA.id());

        assertThat(candidate.advance(Duration.ofSeconds(6))).contains(lost(7, LossReason.YIELDED, "to gamma"));
    }

    @Test
    void aPreferenceIsForgottenWithTheLeadership() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(
                7, it -> it.minimumHold(Duration.ofSeconds(1)).rest(Duration.ZERO));
        candidate.preferred(BETA.id());
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
        candidate.preferred(BETA.id());
        candidate.vacant();

        candidate.granted(1);

        assertThat(candidate.state()).isEqualTo(LEADING);
    }
}
