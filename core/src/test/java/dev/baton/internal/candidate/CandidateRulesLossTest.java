// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.leader;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateSettings;
import dev.baton.LossReason;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.CandidateEffect.EndTenure;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidateRulesLossTest {
    private final CandidateUnderTest candidate = CandidateUnderTest.leading(7);
    private final long atOnce = candidate.in(CandidateSettings.defaults().windDown());

    @Test
    void aLostLeadershipEndsAtOnceAndIsNotGivenBack() {
        assertThat(candidate.lost(7))
                .containsExactly(
                        new EndTenure(),
                        new StopDuties(atOnce),
                        lost(7, LossReason.SUPERSEDED, "decided by the elector"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7)).containsExactly(new EndTenure(), moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void theLossOfAnotherEpochIsOldNews() {
        assertThat(candidate.lost(6)).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aLossWhileSteppingDownHurriesTheDutiesAndCancelsTheRelease() {
        candidate.resign();

        assertThat(candidate.lost(7)).containsExactly(new EndTenure(), new StopDuties(atOnce));
        assertThat(candidate.dutiesStopped(7))
                .contains(moved(STEPPING_DOWN, STANDBY))
                .noneMatch(Release.class::isInstance);
    }

    @Test
    void aLossWhileWaitingForTheReleaseEndsTheWait() {
        candidate.resign();
        candidate.dutiesStopped(7);

        assertThat(candidate.lost(7)).containsExactly(new EndTenure(), moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void aNewerLeaderMeansThatThisOneIsReplaced() {
        assertThat(candidate.leaderSeen(BETA, 8))
                .containsExactly(
                        new EndTenure(),
                        new StopDuties(atOnce),
                        lost(7, LossReason.SUPERSEDED, "decided by the elector"),
                        moved(LEADING, STEPPING_DOWN),
                        new Announce(new LeaderChanged(Optional.of(leader(ALPHA, 7)), leader(BETA, 8))));
        assertThat(candidate.rules().leader()).contains(leader(BETA, 8));
    }

    @Test
    void aNewerLeaderSeenWhileSteppingDownHurriesTheDuties() {
        candidate.resign();

        assertThat(candidate.leaderSeen(BETA, 8)).contains(new EndTenure(), new StopDuties(atOnce));
        assertThat(candidate.dutiesStopped(7))
                .contains(moved(STEPPING_DOWN, STANDBY))
                .noneMatch(Release.class::isInstance);
    }

    @Test
    void anOlderLeaderIsOldNews() {
        assertThat(candidate.leaderSeen(BETA, 6)).isEmpty();
        assertThat(candidate.rules().leader()).contains(leader(ALPHA, 7));
    }

    @Test
    void aNewerLeaderThatIsGoneAlreadyReplacedThisOneAllTheSame() {
        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 8)))
                .contains(
                        new EndTenure(),
                        lost(7, LossReason.SUPERSEDED, "decided by the elector"),
                        moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.dutiesStopped(7)).contains(moved(STEPPING_DOWN, STANDBY));
        assertThat(candidate.granted(8)).anyMatch(CandidateEffect.Fault.class::isInstance);
    }

    @Test
    void anOlderVacancyIsOldNewsToALeader() {
        assertThat(candidate.vacant()).isEmpty();
        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 6))).isEmpty();
        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(ALPHA, 7))).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aLossAfterAPauseGivesTheDutiesTheWindDown() {
        candidate.pause(Duration.ofMinutes(1));

        assertThat(candidate.lost(7))
                .contains(
                        new StopDuties(candidate.in(CandidateSettings.defaults().windDown())));
    }
}
