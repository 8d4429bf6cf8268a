// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.internal.candidate.CandidateUnderTest.CERTAIN;
import static dev.baton.internal.candidate.CandidateUnderTest.NO_HURRY;
import static dev.baton.internal.candidate.CandidateUnderTest.OTHERS;
import static dev.baton.internal.candidate.CandidateUnderTest.lost;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.LossReason;
import dev.baton.internal.candidate.CandidateEffect.EndTenure;
import dev.baton.internal.candidate.CandidateEffect.Extend;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.StopDuties;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidateRulesDeadlineTest {
    private static final Duration WIND_DOWN = Duration.ofMillis(500);
    private static final Duration HALF_WAY = CERTAIN.plus(OTHERS).dividedBy(2);

    private final CandidateUnderTest candidate = CandidateUnderTest.leading(7, it -> it.windDown(WIND_DOWN));
    private final long won = candidate.now();

    @Test
    void aLeadershipThatIsNotRenewedIsGivenUpBeforeItsDeadline() {
        assertThat(candidate.untilWake()).isEqualTo(CERTAIN.minus(WIND_DOWN));
        assertThat(candidate.advance(CERTAIN.minus(WIND_DOWN).minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1)))
                .containsExactly(
                        new StopDuties(won + HALF_WAY.toNanos()),
                        lost(7, LossReason.DEADLINE, "not renewed in time"),
                        moved(LEADING, STEPPING_DOWN));
    }

    @Test
    void dutiesThatStopInTimeLetTheLeadershipBeGivenBack() {
        candidate.advance(CERTAIN.minus(WIND_DOWN));

        assertThat(candidate.dutiesStopped(7))
                .containsExactly(new EndTenure(), new Release(Epoch.of(7), Optional.empty()));
        assertThat(candidate.released(7)).containsExactly(moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void aRenewalMovesTheDeadline() {
        candidate.advance(Duration.ofSeconds(3));

        assertThat(candidate.extended(7))
                .containsExactly(new Extend(candidate.validity().certainUntil()));
        assertThat(candidate.untilWake()).isEqualTo(CERTAIN.minus(WIND_DOWN));
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aRenewalWithinTheWindDownStillCounts() {
        candidate.pause(CERTAIN.minusNanos(1));

        assertThat(candidate.extended(7))
                .containsExactly(new Extend(candidate.validity().certainUntil()));
        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aRenewalThatIsTooShortEndsTheLeadership() {
        candidate.pause(Duration.ofSeconds(3));

        assertThat(candidate.extended(7, new Validity(candidate.in(WIND_DOWN), candidate.in(WIND_DOWN) + 1)))
                .contains(lost(7, LossReason.DEADLINE, "not renewed in time"));
    }

    @Test
    void aRenewalAfterTheDeadlineIsNotUsed() {
        candidate.pause(CERTAIN);

        assertThat(candidate.extended(7))
                .contains(new EndTenure(), lost(7, LossReason.DEADLINE, "not renewed in time"))
                .noneMatch(Extend.class::isInstance);
    }

    @Test
    void afterAPauseNobodyMayActAndTheDutiesGetTheWindDownFromNow() {
        assertThat(candidate.advance(Duration.ofHours(1)))
                .containsExactly(
                        new EndTenure(),
                        new StopDuties(candidate.in(WIND_DOWN)),
                        lost(7, LossReason.DEADLINE, "not renewed in time"),
                        moved(LEADING, STEPPING_DOWN));
    }

    @Test
    void betweenTheDeadlineAndTheHalfWayDutiesGetTheRest() {
        assertThat(candidate.advance(CERTAIN)).contains(new EndTenure(), new StopDuties(won + HALF_WAY.toNanos()));
    }

    @Test
    void aWindDownLongerThanTheMarginDoesNotTakeDutiesBeyondTheHalfWay() {
        Duration longer = OTHERS.minus(CERTAIN).plusMillis(500);
        CandidateUnderTest slow = CandidateUnderTest.leading(7, it -> it.windDown(longer));
        long halfWay = slow.in(HALF_WAY);

        assertThat(slow.advance(CERTAIN)).contains(new EndTenure(), new StopDuties(halfWay));
    }

    @Test
    void aTenureThatWasFoundToBeOverEndsTheLeadership() {
        candidate.advance(Duration.ofSeconds(3));
        candidate.extended(7);

        assertThat(candidate.overdue())
                .contains(lost(7, LossReason.DEADLINE, "renewed too late"), moved(LEADING, STEPPING_DOWN));
        assertThat(candidate.overdue()).isEmpty();
    }

    @Test
    void aResigningLeaderGoesOnRenewingWhileItsDutiesStop() {
        candidate.resign();
        candidate.advance(Duration.ofSeconds(3));

        assertThat(candidate.extended(7))
                .containsExactly(new Extend(candidate.validity().certainUntil()));
        assertThat(candidate.untilWake()).isEqualTo(CERTAIN);
    }

    @Test
    void aResigningLeaderWhoseDeadlineComesHurriesItsDutiesOnce() {
        candidate.resign();
        assertThat(candidate.untilWake()).isEqualTo(CERTAIN);

        assertThat(candidate.advance(CERTAIN)).containsExactly(new StopDuties(won + HALF_WAY.toNanos()));
        assertThat(candidate.tick()).isEmpty();
        assertThat(candidate.extended(7)).isEmpty();
    }

    @Test
    void aLeadershipThatRanOutIsNotExtendedWhileSteppingDown() {
        candidate.advance(CERTAIN.minus(WIND_DOWN));

        assertThat(candidate.extended(7)).isEmpty();
    }

    @Test
    void aResignationAfterAnUnnoticedPauseDoesNotLetTheDutiesLinger() {
        candidate.pause(OTHERS);

        assertThat(candidate.resign())
                .startsWith(new EndTenure(), new StopDuties(candidate.in(WIND_DOWN)))
                .doesNotContain(new StopDuties(candidate.in(NO_HURRY)));
    }

    @Test
    void aReleaseThatIsNotAnsweredIsOverWhenOthersMayLead() {
        candidate.resign();
        candidate.dutiesStopped(7);

        assertThat(candidate.untilWake()).isEqualTo(OTHERS);
        assertThat(candidate.advance(OTHERS.minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).containsExactly(moved(STEPPING_DOWN, STANDBY));
    }
}
