// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.internal.candidate.CandidateEffect.Abandon;
import dev.baton.internal.candidate.CandidateEffect.EndTenure;
import dev.baton.internal.candidate.CandidateEffect.Fault;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidateRulesDutiesTest {
    private static final Fault STUCK = new Fault("duty billing of orders cannot be stopped: not stopped in time");

    private final CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(Duration.ZERO));

    @Test
    void aDutyThatIsGivenUpCostsTheLeadership() {
        assertThat(candidate.dutyGivenUp(7))
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.DUTY_FAILED, "billing: crashed"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7))
                .containsExactly(new EndTenure(), new Release(Epoch.of(7), Optional.empty()));
    }

    @Test
    void aDutyOfAnEarlierLeadershipDoesNotCostThisOne() {
        assertThat(candidate.dutyGivenUp(6)).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aSecondDutyThatIsGivenUpAddsNothing() {
        candidate.dutyGivenUp(7);

        assertThat(candidate.dutyGivenUp(7)).isEmpty();
    }

    @Test
    void aDutyThatCannotBeStoppedKeepsLeadershipFromBeingHandedOn() {
        candidate.resign();

        assertThat(candidate.dutyStuck(7)).containsExactly(new EndTenure(), new Abandon(Epoch.of(7)), STUCK);
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
        assertThat(candidate.advance(CandidateUnderTest.OTHERS.multipliedBy(2))).isEmpty();
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void aDutyThatStopsAfterAllEndsTheStepDownWithoutARelease() {
        candidate.resign();
        candidate.dutyStuck(7);

        assertThat(candidate.dutiesStopped(7)).containsExactly(new EndTenure(), moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void aSecondStuckDutyIsAFaultOfItsOwn() {
        candidate.resign();
        candidate.dutyStuck(7);

        assertThat(candidate.dutyStuck(7)).containsExactly(STUCK);
    }

    @Test
    void aDutyThatIsStuckAfterALossIsAFaultAndNothingIsAbandoned() {
        candidate.lost(7);

        assertThat(candidate.dutyStuck(7)).containsExactly(STUCK);
    }

    @Test
    void aStuckDutyOfAnEarlierLeadershipIsStillAFault() {
        candidate.resign();

        assertThat(candidate.dutyStuck(6)).containsExactly(STUCK);
        assertThat(candidate.dutiesStopped(7)).contains(new Release(Epoch.of(7), Optional.empty()));
    }

    @Test
    void dutiesOfAnotherEpochThatStoppedDoNotReleaseThisOne() {
        candidate.resign();

        assertThat(candidate.dutiesStopped(6)).isEmpty();
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void dutiesThatStoppedTwiceReleaseOnce() {
        candidate.resign();
        candidate.dutiesStopped(7);

        assertThat(candidate.dutiesStopped(7)).isEmpty();
    }

    @Test
    void dutiesThatStopWhileLeadingReleaseNothing() {
        assertThat(candidate.dutiesStopped(7)).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }
}
