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
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.Epoch;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.CandidateEffect.Fault;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** News that comes twice, late or out of order, and epochs that go back. */
class CandidateRulesNewsTest {
    @Test
    void aGrantThatIsRepeatedChangesNothing() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.granted(7)).isEmpty();
        candidate.resign();
        assertThat(candidate.granted(7)).isEmpty();
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void aLeaderSeenTwiceIsAnnouncedOnce() {
        CandidateUnderTest candidate = new CandidateUnderTest();

        assertThat(candidate.leaderSeen(BETA, 3)).hasSize(1);
        assertThat(candidate.leaderSeen(BETA, 3)).isEmpty();
    }

    @Test
    void leadersAreAnnouncedInTheOrderOfTheirEpochs() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.leaderSeen(GAMMA, 4);

        assertThat(candidate.leaderSeen(BETA, 3)).isEmpty();
        assertThat(candidate.rules().leader()).contains(leader(GAMMA, 4));
        assertThat(candidate.leaderSeen(BETA, 5))
                .containsExactly(new Announce(new LeaderChanged(Optional.of(leader(GAMMA, 4)), leader(BETA, 5))));
    }

    @Test
    void theEndOfAnOlderLeadershipIsOldNews() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.leaderSeen(BETA, 3);
        candidate.leaderSeen(GAMMA, 4);

        assertThat(candidate.vacant(Vacancy.Cause.RELEASED, leader(BETA, 3))).isEmpty();
        assertThat(candidate.rules().leader()).contains(leader(GAMMA, 4));
    }

    @Test
    void aVacancySeenTwiceIsAnnouncedOnce() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));
        candidate.leaderSeen(BETA, 3);

        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 3)))
                .containsExactly(new Announce(new LeaderDown(leader(BETA, 3), Vacancy.Cause.EXPIRED, Duration.ZERO)));
        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 3))).isEmpty();
    }

    @Test
    void howLongALeaderWasSilentIsPassedOn() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));
        candidate.leaderSeen(BETA, 3);
        Duration silence = Duration.ofSeconds(9);

        assertThat(candidate.vacant(
                        new Vacancy(Optional.of(leader(BETA, 3)), Vacancy.Cause.EXPIRED, Optional.empty(), silence)))
                .containsExactly(new Announce(new LeaderDown(leader(BETA, 3), Vacancy.Cause.EXPIRED, silence)));
    }

    @Test
    void aLeaderThatWasThoughtToBeGoneIsSeenAgainWithoutANewAnnouncement() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));
        candidate.leaderSeen(BETA, 3);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 3));

        assertThat(candidate.leaderSeen(BETA, 3)).isEmpty();
        assertThat(candidate.rules().leader()).contains(leader(BETA, 3));
    }

    @Test
    void anEchoOfItsOwnLeadershipIsIgnored() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        candidate.resign();
        candidate.dutiesStopped(7);
        candidate.released(7);

        assertThat(candidate.leaderSeen(ALPHA, 7)).isEmpty();
        assertThat(candidate.rules().leader()).isEmpty();
    }

    @Test
    void aFormerSelfIsAnotherNode() {
        CandidateUnderTest candidate = new CandidateUnderTest();

        candidate.leaderSeen(dev.baton.Sample.node("alpha", 0xdead), 3);

        assertThat(candidate.rules().leader()).isPresent();
        assertThat(candidate.state()).isEqualTo(STANDBY);
    }

    @Test
    void anExtensionWithoutALeadershipIsIgnored() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        assertThat(candidate.extended(7)).isEmpty();

        CandidateUnderTest leading = CandidateUnderTest.leading(7);
        assertThat(leading.extended(6)).isEmpty();
    }

    @Test
    void aReleaseOfAnotherEpochIsIgnored() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        assertThat(candidate.released(7)).isEmpty();
        assertThat(candidate.state()).isEqualTo(LEADING);

        candidate.resign();
        candidate.dutiesStopped(7);
        assertThat(candidate.released(6)).isEmpty();
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void aReleaseThatIsAnsweredBeforeTheDutiesStoppedDoesNotEndTheWait() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);
        candidate.resign();

        assertThat(candidate.released(7)).isEmpty();
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
        assertThat(candidate.dutiesStopped(7)).contains(moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void anEpochThatWasSeenBeforeIsNeverLedUnder() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.leaderSeen(BETA, 9);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 9));

        assertThat(candidate.granted(9))
                .containsExactly(
                        new Fault("epoch 9 of orders was granted, but epoch 9 has been seen"),
                        moved(TAKING_OVER, STEPPING_DOWN),
                        new Release(Epoch.of(9), Optional.empty()));
    }

    @Test
    void anEpochThatGoesBackIsAFault() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.rest(java.time.Duration.ZERO));
        candidate.resign();
        candidate.dutiesStopped(7);
        candidate.released(7);
        candidate.vacant(Vacancy.Cause.RELEASED, leader(ALPHA, 7));

        assertThat(candidate.granted(5))
                .contains(new Fault("epoch 5 of orders was granted, but epoch 7 has been seen"));
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void anEpochThatWasDeclinedCountsAsSeen() {
        CandidateUnderTest candidate = new CandidateUnderTest(it -> it.eligible(false));
        candidate.vacant();
        candidate.granted(7);
        candidate.released(7);
        candidate.eligible(true);

        assertThat(candidate.granted(6))
                .contains(new Fault("epoch 6 of orders was granted, but epoch 7 has been seen"));
        assertThat(candidate.state()).isEqualTo(STEPPING_DOWN);
    }

    @Test
    void aVacancyOfANewerLeaderRaisesWhatCountsAsSeen() {
        CandidateUnderTest candidate = new CandidateUnderTest();
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 12));

        assertThat(candidate.granted(12)).anyMatch(Fault.class::isInstance);
    }

    @Test
    void aSecondGrantWhileLeadingIsGivenBack() {
        CandidateUnderTest candidate = CandidateUnderTest.leading(7);

        assertThat(candidate.granted(8)).containsExactly(new Release(Epoch.of(8), Optional.empty()));
        assertThat(candidate.state()).isEqualTo(LEADING);
    }
}
