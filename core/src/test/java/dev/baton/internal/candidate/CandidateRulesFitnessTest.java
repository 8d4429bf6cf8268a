// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Candidate.State.TAKING_OVER;
import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.internal.candidate.CandidateUnderTest.isCampaign;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Health;
import dev.baton.LossReason;
import dev.baton.internal.candidate.CandidateEffect.Campaign;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.internal.candidate.CandidateEffect.Withdraw;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CandidateRulesFitnessTest {
    private static final Health SICK = Health.bad("disk full");

    @Test
    void anIneligibleCandidateObserves() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));

        assertThat(candidate.vacant()).isEmpty();
        assertThat(candidate.rules().isEligible()).isFalse();
        candidate.leaderSeen(BETA, 2);
        assertThat(candidate.rules().leader()).isPresent();
    }

    @Test
    void aCandidateThatBecomesEligibleStands() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));
        candidate.vacant();

        assertThat(candidate.eligible(true)).containsExactly(moved(STANDBY, TAKING_OVER), new Campaign());
    }

    @Test
    void aCandidateThatBecomesIneligibleStopsAsking() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.vacant();

        assertThat(candidate.eligible(false)).containsExactly(new Withdraw(), moved(TAKING_OVER, STANDBY));
    }

    @Test
    void aCandidateThatDidNotAskYetHasNothingToWithdraw() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.priority(0));
        candidate.vacant();

        assertThat(candidate.eligible(false)).containsExactly(moved(TAKING_OVER, STANDBY));
    }

    @Test
    void aLeaderThatIsMadeIneligibleStepsDown() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.eligible(false))
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.INELIGIBLE, "made ineligible"),
                        moved(LEADING, STEPPING_DOWN));
    }

    @Test
    void onlyTheHandPickedCoordinatorStands() {
        CandidateUnderTest picked = new CandidateUnderTest(it -> it.handPicked(ALPHA.id()));
        CandidateUnderTest other = new CandidateUnderTest(it -> it.handPicked(BETA.id()));

        assertThat(isCampaign(picked.vacant())).isTrue();
        assertThat(other.vacant()).isEmpty();
        assertThat(other.rules().isEligible()).isFalse();
    }

    @Test
    void eligibilityDoesNotOverruleTheHandPickedCoordinator() {
        CandidateUnderTest other = new CandidateUnderTest(it -> it.handPicked(BETA.id()));
        other.vacant();

        assertThat(other.eligible(true)).isEmpty();
    }

    @Test
    void aHandPickedCoordinatorThatIsIneligibleDoesNotStand() {
        CandidateUnderTest picked =
                new CandidateUnderTest(it -> it.handPicked(ALPHA.id()).eligible(false));

        assertThat(picked.vacant()).isEmpty();
    }

    @Test
    void someBadAnswersInARowMakeALeaderUnfit() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.unhealthyAfter(3));

        assertThat(candidate.health(SICK)).isEmpty();
        assertThat(candidate.health(SICK)).isEmpty();
        assertThat(candidate.health(SICK))
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.UNHEALTHY, "disk full"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.rules().isHealthy()).isFalse();
    }

    @Test
    void aGoodAnswerInBetweenStartsTheCountAgain() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.unhealthyAfter(2));
        candidate.health(SICK);
        candidate.health(Health.OK);

        assertThat(candidate.health(SICK)).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void anUnfitCandidateDoesNotStandUntilItIsWell() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.unhealthyAfter(1));
        candidate.health(SICK);

        assertThat(candidate.vacant()).isEmpty();
        assertThat(candidate.health(Health.OK)).containsExactly(moved(STANDBY, TAKING_OVER), new Campaign());
    }

    @Test
    void aCandidateThatFallsIllWhileAskingWithdraws() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.unhealthyAfter(1));
        candidate.vacant();

        assertThat(candidate.health(SICK)).containsExactly(new Withdraw(), moved(TAKING_OVER, STANDBY));
    }

    @Test
    void aLeaderThatFellIllRestsEvenIfItIsWellAgain() {
        CandidateUnderTest candidate =
                CandidateUnderTest.leading(7, it -> it.unhealthyAfter(1).rest(Duration.ofSeconds(5)));
        candidate.health(SICK);
        candidate.health(Health.OK);
        candidate.dutiesStopped(7);
        candidate.released(7);

        assertThat(isCampaign(candidate.vacant())).isFalse();
        assertThat(isCampaign(candidate.advance(Duration.ofSeconds(5)))).isTrue();
    }
}
