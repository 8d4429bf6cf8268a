// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Candidate.State.TAKING_OVER;
import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.leader;
import static dev.baton.internal.candidate.CandidateUnderTest.isCampaign;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.internal.candidate.CandidateEffect.Campaign;
import dev.baton.internal.candidate.CandidateEffect.EndTenure;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CandidateRulesSuccessionTest {
    private static final Duration HEAD_START = Duration.ofSeconds(2);
    private static final Duration REST = Duration.ofSeconds(5);

    private static Vacancy handedTo(Leader former, Node successor) {
        return new Vacancy(Optional.of(former), Vacancy.Cause.RELEASED, Optional.of(successor.id()));
    }

    @Test
    void resigningStopsTheDutiesThenGivesBackThenRests() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.resign())
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.RESIGNED, "on request"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7))
                .containsExactly(new EndTenure(), new Release(Epoch.of(7), Optional.empty()));
        assertThat(candidate.released(7)).containsExactly(moved(STEPPING_DOWN, STANDBY));
        assertThat(isCampaign(candidate.vacant(Vacancy.Cause.RELEASED, leader(ALPHA, 7))))
                .isFalse();
        assertThat(candidate.untilWake()).isEqualTo(REST);
        assertThat(candidate.advance(REST)).containsExactly(new Campaign());
    }

    @Test
    void aLeaderThatStepsDownIsNotNamedAsLeaderAnyMore() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        candidate.resign();

        assertThat(candidate.rules().leader()).isEmpty();
    }

    @Test
    void resigningTwiceIsResigningOnce() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        candidate.resign();

        assertThat(candidate.resign()).isEmpty();
    }

    @Test
    void aStandbyHasNothingToResign() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.leaderSeen(BETA, 3);

        assertThat(candidate.resign()).isEmpty();
    }

    @Test
    void aTransferNamesTheSuccessor() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.transfer(BETA)).contains(lost(7, LossReason.TRANSFERRED, "to beta"));
        assertThat(candidate.dutiesStopped(7)).contains(new Release(Epoch.of(7), Optional.of(BETA.id())));
    }

    @Test
    void theNamedSuccessorWaitsForNothing() {
        CandidateUnderTest candidate =
                new CandidateUnderTest(it -> it.priority(1).takeoverDelay(Duration.ofSeconds(30)));
        candidate.leaderSeen(BETA, 3);

        assertThat(isCampaign(candidate.vacant(handedTo(leader(BETA, 3), ALPHA))))
                .isTrue();
    }

    @Test
    void othersLeaveTheSuccessorAHeadStart() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.successorHeadStart(HEAD_START));
        candidate.leaderSeen(BETA, 3);

        assertThat(candidate.vacant(handedTo(leader(BETA, 3), GAMMA)))
                .contains(moved(STANDBY, TAKING_OVER))
                .doesNotContain(new Campaign());
        assertThat(candidate.untilWake()).isEqualTo(HEAD_START);
    }

    @Test
    void aSuccessorThatDoesNotComeForwardIsPassedOver() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.successorHeadStart(HEAD_START));
        candidate.leaderSeen(BETA, 3);
        candidate.vacant(handedTo(leader(BETA, 3), GAMMA));

        assertThat(candidate.advance(HEAD_START)).containsExactly(new Campaign());
    }

    @Test
    void aRestEndsAfterItsTimeAndNotBefore() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(REST));
        candidate.resign();
        candidate.advance(Duration.ofSeconds(1));
        candidate.dutiesStopped(7);
        candidate.released(7);
        candidate.vacant(Vacancy.Cause.RELEASED, leader(ALPHA, 7));

        // Counted from the decision, not from the end of the duties.
        assertThat(candidate.untilWake()).isEqualTo(Duration.ofSeconds(4));
        assertThat(candidate.advance(Duration.ofSeconds(4).minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).containsExactly(new Campaign());
    }

    /** How a leadership may end that was not the holder's own idea. */
    enum NoChoice {
        DEADLINE,
        SUPERSEDED,
        INELIGIBLE
    }

    @ParameterizedTest
    @EnumSource
    void whoDidNotChooseToGoDoesNotRest(NoChoice why) {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(REST));
        switch (why) {
            case DEADLINE -> candidate.advance(CandidateUnderTest.CERTAIN);
            case SUPERSEDED -> candidate.lost(7);
            case INELIGIBLE -> candidate.eligible(false);
        }
        candidate.eligible(true);
        candidate.dutiesStopped(7);
        candidate.released(7);

        assertThat(isCampaign(candidate.vacant(Vacancy.Cause.RELEASED, leader(ALPHA, 7))))
                .isTrue();
    }

    /** How a leadership may end by the holder's own decision. */
    enum OwnChoice {
        RESIGNED,
        TRANSFERRED,
        YIELDED,
        DUTY_FAILED,
        UNHEALTHY
    }

    @ParameterizedTest
    @EnumSource
    void whoChoseToGoRests(OwnChoice why) {
        CandidateUnderTest candidate = CandidateUnderTest.leading(
                7, it -> it.rest(REST).unhealthyAfter(1).minimumHold(Duration.ZERO));
        switch (why) {
            case RESIGNED -> candidate.resign();
            case TRANSFERRED -> candidate.transfer(BETA);
            case YIELDED -> candidate.preferred(BETA);
            case DUTY_FAILED -> candidate.dutyGivenUp(7);
            case UNHEALTHY -> {
                candidate.health(dev.baton.Health.bad("disk full"));
                candidate.health(dev.baton.Health.OK);
            }
        }
        candidate.dutiesStopped(7);
        candidate.released(7);
        candidate.vacant(Vacancy.Cause.RELEASED, leader(ALPHA, 7));

        assertThat(candidate.state()).isEqualTo(TAKING_OVER);
        assertThat(candidate.untilWake()).isEqualTo(REST);
    }
}
