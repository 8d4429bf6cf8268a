// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.CLOSED;
import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Candidate.State.TAKING_OVER;
import static dev.baton.Sample.BETA;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.internal.candidate.CandidateEffect.Leave;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.internal.candidate.CandidateEffect.Withdraw;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidateRulesCloseTest {
    @Test
    void aStandbyLeavesAtOnce() {
        CandidateUnderTest candidate = new CandidateUnderTest();

        assertThat(candidate.close()).containsExactly(new Leave(), moved(STANDBY, CLOSED));
        assertThat(candidate.close()).isEmpty();
    }

    @Test
    void aCandidateThatAskedWithdrawsFirst() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.vacant();

        assertThat(candidate.close())
                .containsExactly(new Withdraw(), moved(TAKING_OVER, STANDBY), new Leave(), moved(STANDBY, CLOSED));
    }

    @Test
    void aLeaderGivesLeadershipBackBeforeItLeaves() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.close())
                .containsExactly(
                        new StopDuties(candidate.in(CandidateUnderTest.NO_HURRY)),
                        lost(7, LossReason.CLOSED, "candidate closed"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7)).contains(new Release(Epoch.of(7), Optional.empty()));
        assertThat(candidate.released(7))
                .containsExactly(moved(STEPPING_DOWN, STANDBY), new Leave(), moved(STANDBY, CLOSED));
    }

    @Test
    void aLeaderWhoseElectorIsSilentLeavesWhenTheTermIsOver() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        candidate.close();
        candidate.dutiesStopped(7);

        assertThat(candidate.advance(CandidateUnderTest.OTHERS)).contains(new Leave(), moved(STANDBY, CLOSED));
    }

    @Test
    void aCandidateThatIsSteppingDownFinishesThatFirst() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        candidate.resign();

        assertThat(candidate.close()).isEmpty();
        candidate.dutiesStopped(7);
        assertThat(candidate.released(7)).contains(new Leave());
    }

    @Test
    void aClosedCandidateSleepsForEver() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.checkInterval(Duration.ofSeconds(1)));
        candidate.close();

        assertThat(candidate.advance(Duration.ofDays(1))).isEmpty();
        assertThat(candidate.untilWake()).isGreaterThan(Duration.ofDays(3_650));
        assertThat(candidate.vacant()).isEmpty();
    }

    @Test
    void aGrantThatWasStillQueuedIsGivenBackByAClosedCandidate() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.vacant();
        candidate.close();

        assertThat(candidate.granted(3)).containsExactly(new Release(Epoch.of(3), Optional.empty()));
        assertThat(candidate.leaderSeen(BETA, 4)).noneMatch(CandidateEffect.Withdraw.class::isInstance);
        assertThat(candidate.state()).isEqualTo(CLOSED);
    }
}
