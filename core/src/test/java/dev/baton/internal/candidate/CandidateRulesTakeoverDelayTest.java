// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.TAKING_OVER;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.GAMMA;
import static dev.baton.Sample.leader;
import static dev.baton.internal.candidate.CandidateUnderTest.isCampaign;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.candidate.CandidateEffect.Campaign;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CandidateRulesTakeoverDelayTest {
    private static final Duration DELAY = Duration.ofSeconds(3);

    private final CandidateUnderTest candidate = new CandidateUnderTest(settings -> settings.takeoverDelay(DELAY));

    @ParameterizedTest
    @EnumSource(
            value = Vacancy.Cause.class,
            names = {"EXPIRED", "GONE"})
    void aLeaderThatWasLostIsWaitedFor(Vacancy.Cause cause) {
        candidate.leaderSeen(BETA, 1);

        assertThat(isCampaign(candidate.vacant(cause, leader(BETA, 1)))).isFalse();
        assertThat(candidate.untilWake()).isEqualTo(DELAY);
        assertThat(candidate.advance(DELAY.minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).containsExactly(new Campaign());
    }

    @ParameterizedTest
    @EnumSource(
            value = Vacancy.Cause.class,
            names = {"NEW", "RELEASED"})
    void aLeadershipThatWasGivenBackIsTakenAtOnce(Vacancy.Cause cause) {
        candidate.leaderSeen(BETA, 1);

        assertThat(isCampaign(candidate.vacant(cause, leader(BETA, 1)))).isTrue();
    }

    @Test
    void aLeaderThatReturnsInTimeIsNotReplaced() {
        candidate.leaderSeen(BETA, 1);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));
        candidate.advance(Duration.ofSeconds(2));

        assertThat(candidate.leaderSeen(BETA, 2))
                .contains(moved(TAKING_OVER, STANDBY))
                .doesNotContain(new Campaign());
        assertThat(candidate.advance(DELAY)).isEmpty();
    }

    @Test
    void hearingOfTheSameVacancyAgainDoesNotBeginTheDelayAgain() {
        candidate.leaderSeen(BETA, 1);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));
        candidate.advance(Duration.ofSeconds(2));
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));

        assertThat(candidate.advance(Duration.ofSeconds(1))).containsExactly(new Campaign());
    }

    @Test
    void theNextVacancyHasADelayOfItsOwn() {
        candidate.leaderSeen(BETA, 1);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));
        candidate.advance(Duration.ofSeconds(2));
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(GAMMA, 2));

        assertThat(candidate.untilWake()).isEqualTo(DELAY);
        assertThat(candidate.advance(DELAY)).containsExactly(new Campaign());
    }

    @Test
    void aReleaseSeenDuringTheDelayEndsIt() {
        candidate.leaderSeen(BETA, 1);
        candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 1));

        assertThat(candidate.vacant(Vacancy.Cause.RELEASED, leader(BETA, 1))).containsExactly(new Campaign());
    }
}
