// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static dev.baton.Candidate.State.LEADING;
import static dev.baton.Candidate.State.STANDBY;
import static dev.baton.Candidate.State.STEPPING_DOWN;
import static dev.baton.Candidate.State.TAKING_OVER;
import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.leader;
import static dev.baton.internal.candidate.CandidateUnderTest.moved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent.AlarmRaised;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.ElectionCheck;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.internal.candidate.CandidateEffect.Campaign;
import dev.baton.internal.candidate.CandidateEffect.Lead;
import dev.baton.internal.candidate.CandidateEffect.Release;
import dev.baton.internal.candidate.CandidateEffect.Withdraw;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidateRulesStandingTest {
    private final CandidateUnderTest candidate = new CandidateUnderTest();

    @Test
    void aCandidateThatKnowsNothingDoesNotStand() {
        assertThat(candidate.tick()).isEmpty();

        assertThat(candidate.state()).isEqualTo(STANDBY);
        assertThat(candidate.rules().leader()).isEmpty();
    }

    @Test
    void aCandidateStandsInAVacantElection() {
        assertThat(candidate.vacant()).containsExactly(moved(STANDBY, TAKING_OVER), new Campaign());
    }

    @Test
    void aCandidateAsksOnce() {
        candidate.vacant();

        assertThat(candidate.vacant()).isEmpty();
        assertThat(candidate.tick()).isEmpty();
    }

    @Test
    void aGrantMakesALeader() {
        candidate.vacant();

        assertThat(candidate.granted(7))
                .containsExactly(
                        new Lead(Epoch.of(7), candidate.validity().certainUntil()),
                        moved(TAKING_OVER, LEADING),
                        new Announce(new BecameLeader(Epoch.of(7))),
                        new Announce(new LeaderChanged(Optional.empty(), leader(ALPHA, 7))));
        assertThat(candidate.rules().leader()).contains(leader(ALPHA, 7));
    }

    @Test
    void aCandidateThatLostTheRaceStopsAsking() {
        candidate.vacant();

        assertThat(candidate.leaderSeen(BETA, 3))
                .containsExactly(
                        new Announce(new LeaderChanged(Optional.empty(), leader(BETA, 3))),
                        new Withdraw(),
                        moved(TAKING_OVER, STANDBY));
    }

    @Test
    void aLeaderThatGoesIsReportedAndReplaced() {
        candidate.leaderSeen(BETA, 3);

        assertThat(candidate.vacant(Vacancy.Cause.EXPIRED, leader(BETA, 3)))
                .containsExactly(
                        new Announce(new LeaderDown(leader(BETA, 3), Vacancy.Cause.EXPIRED, Duration.ZERO)),
                        moved(STANDBY, TAKING_OVER),
                        new Campaign());
        assertThat(candidate.granted(4))
                .contains(new Announce(new LeaderChanged(Optional.of(leader(BETA, 3)), leader(ALPHA, 4))));
    }

    @Test
    void aGrantThatNobodyAskedForIsGivenBackUnused() {
        candidate.leaderSeen(BETA, 3);

        assertThat(candidate.granted(4))
                .containsExactly(moved(STANDBY, STEPPING_DOWN), new Release(Epoch.of(4), Optional.empty()));
        assertThat(candidate.released(4)).containsExactly(moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void aGrantThatArrivesAfterWithdrawingIsGivenBack() {
        candidate.vacant();
        candidate.eligible(false);

        assertThat(candidate.granted(4)).contains(new Release(Epoch.of(4), Optional.empty()));
        assertThat(candidate.released(4)).containsExactly(moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void aGrantWithTooLittleTimeLeftIsGivenBack() {
        candidate.vacant();
        long windDown = CandidateSettings.defaults().windDown().toNanos();
        Validity tooShort = new Validity(candidate.now() + windDown, candidate.now() + windDown + 1);

        assertThat(candidate.granted(4, tooShort))
                .containsExactly(moved(TAKING_OVER, STEPPING_DOWN), new Release(Epoch.of(4), Optional.empty()));
    }

    @Test
    void aGrantWithJustEnoughTimeIsUsed() {
        candidate.vacant();
        long windDown = CandidateSettings.defaults().windDown().toNanos();

        candidate.granted(4, new Validity(candidate.now() + windDown + 1, candidate.now() + windDown + 2));

        assertThat(candidate.state()).isEqualTo(LEADING);
    }

    @Test
    void aReleaseThatIsNeverAnsweredEndsWithTheTerm() {
        candidate.leaderSeen(BETA, 3);
        candidate.granted(4);

        assertThat(candidate.untilWake()).isEqualTo(CandidateUnderTest.OTHERS);
        assertThat(candidate.advance(CandidateUnderTest.OTHERS.minusNanos(1))).isEmpty();
        assertThat(candidate.advance(Duration.ofNanos(1))).containsExactly(moved(STEPPING_DOWN, STANDBY));
    }

    @Test
    void anAlarmIsPassedOnAndChangesNothing() {
        Alarm alarm = new Alarm(Alarm.Kind.UNREACHABLE, "no answer");

        assertThat(candidate.on(new ElectorEvent.Trouble(alarm))).containsExactly(new Announce(new AlarmRaised(alarm)));
        assertThat(candidate.state()).isEqualTo(STANDBY);
    }

    @Test
    void whoLeadsIsReportedRegularly() {
        CandidateUnderTest checking = new CandidateUnderTest(it -> it.checkInterval(Duration.ofSeconds(5)));
        checking.leaderSeen(BETA, 3);

        assertThat(checking.untilWake()).isEqualTo(Duration.ofSeconds(5));
        assertThat(checking.advance(Duration.ofSeconds(4))).isEmpty();
        assertThat(checking.advance(Duration.ofSeconds(1)))
                .containsExactly(new Announce(new ElectionCheck(Optional.of(leader(BETA, 3)))));
        assertThat(checking.tick()).isEmpty();
        assertThat(checking.untilWake()).isEqualTo(Duration.ofSeconds(5));
    }
}
