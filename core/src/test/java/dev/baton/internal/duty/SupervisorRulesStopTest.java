// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static dev.baton.Duty.State.CLEANING_UP;
import static dev.baton.Duty.State.IDLE;
import static dev.baton.Duty.State.STOPPING;
import static dev.baton.Duty.State.STUCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.internal.duty.SupervisorEffect.AllStopped;
import dev.baton.internal.duty.SupervisorEffect.CallStop;
import dev.baton.internal.duty.SupervisorEffect.GiveUp;
import dev.baton.internal.duty.SupervisorEffect.Interrupt;
import dev.baton.internal.duty.SupervisorEffect.Report;
import dev.baton.internal.duty.SupervisorEffect.Stuck;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SupervisorRulesStopTest {
    private static final Duration SOON = Duration.ofSeconds(3);
    private static final Duration NO_HURRY = Duration.ofDays(36_500);

    private final SupervisorUnderTest supervisor = SupervisorUnderTest.running();

    @Test
    void aRunningDutyIsStopped() {
        assertThat(supervisor.stop(SOON))
                .containsExactly(new Report(new Duty.Status("billing", STOPPING, 0, "")), new CallStop(0, 2));
        assertThat(supervisor.stopped())
                .containsExactly(new Report(new Duty.Status("billing", IDLE, 0, "")), new AllStopped());
    }

    @Test
    void everyDutyHasToStopBeforeAllAre() {
        SupervisorUnderTest two = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing", "mailing");
        two.lead();
        two.started(0);
        two.started(1);
        two.stop(SOON);

        assertThat(two.stopped(0)).doesNotContain(new AllStopped());
        assertThat(two.stopped(1)).contains(new AllStopped());
    }

    @Test
    void aStopThatHangsIsInterruptedAndStuck() {
        supervisor.stop(SOON);
        assertThat(supervisor.untilWake()).isEqualTo(SOON);

        assertThat(supervisor.advance(SOON.minusNanos(1))).isEmpty();
        assertThat(supervisor.advance(Duration.ofNanos(1)))
                .containsExactly(
                        new Interrupt(0),
                        new Report(new Duty.Status("billing", STUCK, 0, "not stopped in time")),
                        new Stuck("billing", "not stopped in time"));
        assertThat(supervisor.advance(SOON)).isEmpty();
    }

    @Test
    void aStopThatWaitsForAThreadIsNotStuck() {
        supervisor.stop(NO_HURRY);

        assertThat(supervisor.advance(Duration.ofMinutes(1))).isEmpty();
        supervisor.stopBegan();
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(5));
        assertThat(supervisor.advance(Duration.ofSeconds(5).minusNanos(1))).isEmpty();

        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aStopThatNeverBeginsIsStuckInTheEnd() {
        String why = "stop did not begin within 100000 ms";
        supervisor.stop(NO_HURRY);
        assertThat(supervisor.advance(Duration.ofSeconds(100).minusNanos(1))).isEmpty();

        assertThat(supervisor.advance(Duration.ofNanos(1)))
                .containsExactly(
                        new Interrupt(0),
                        new Report(new Duty.Status("billing", STUCK, 0, why)),
                        new Stuck("billing", why));
    }

    @Test
    void aCleanUpThatNeverBeginsCostsTheLeadershipInTheEnd() {
        supervisor.crashed();

        assertThat(supervisor.advance(Duration.ofSeconds(100)))
                .contains(new GiveUp("billing", "stop did not begin within 100000 ms"));
    }

    @Test
    void aStopThatRunsTooLongIsStuckAlsoWithoutAHurry() {
        supervisor.stop(NO_HURRY);
        supervisor.stopBegan();

        assertThat(supervisor.advance(Duration.ofSeconds(5)))
                .contains(new Interrupt(0), new Stuck("billing", "stop took longer than 5000 ms"));
    }

    @Test
    void aStopThatWaitsForAThreadIsStuckWhenOthersMayLeadSoon() {
        supervisor.stop(NO_HURRY);

        supervisor.stop(SOON);

        assertThat(supervisor.advance(SOON)).contains(new Stuck("billing", "not stopped in time"));
    }

    @Test
    void aStartThatDoesNotComeBackHoldsUpTheStopForAsLongAsAStopMayTake() {
        SupervisorUnderTest starting = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing");
        starting.lead();
        starting.stop(NO_HURRY);

        assertThat(starting.advance(Duration.ofSeconds(5)))
                .contains(new Stuck("billing", "stop took longer than 5000 ms"));
    }

    @Test
    void aHungStopThatComesBackAfterAllIsSeen() {
        supervisor.stop(SOON);
        supervisor.advance(SOON);

        assertThat(supervisor.stopped()).contains(new AllStopped());
        assertThat(supervisor.state()).isEqualTo(IDLE);
    }

    @Test
    void aStopThatThrowsMeansThatTheDutyCannotBeStopped() {
        supervisor.stop(SOON);

        assertThat(supervisor.stopFailed())
                .containsExactly(
                        new Report(new Duty.Status("billing", STUCK, 0, "stop failed: socket busy")),
                        new Stuck("billing", "stop failed: socket busy"));
    }

    @Test
    void aHungStopThatThrowsAtLastIsReportedOnce() {
        supervisor.stop(SOON);
        supervisor.advance(SOON);

        assertThat(supervisor.stopFailed()).isEmpty();
        assertThat(supervisor.status().detail()).isEqualTo("stop failed: socket busy");
    }

    @Test
    void aSecondStopOnlyBringsTheLimitForward() {
        supervisor.stop(SOON);

        assertThat(supervisor.stop(Duration.ofSeconds(1))).isEmpty();
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(1));
        supervisor.stop(Duration.ofSeconds(9));
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aStopDuringAHealthCheckInterruptsItAndFollows() {
        supervisor.advance(Duration.ofSeconds(4));

        assertThat(supervisor.stop(SOON))
                .containsExactly(new Report(new Duty.Status("billing", STOPPING, 0, "")), new Interrupt(0));
        assertThat(supervisor.health(Health.OK)).containsExactly(new CallStop(0, 3));
        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aHealthCheckThatNeverComesBackMakesTheDutyStuck() {
        supervisor.advance(Duration.ofSeconds(4));
        supervisor.stop(SOON);

        assertThat(supervisor.advance(SOON)).contains(new Stuck("billing", "not stopped in time"));
        assertThat(supervisor.health(Health.OK)).containsExactly(new CallStop(0, 3));
        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aStopDuringTheCleanUpWaitsForIt() {
        supervisor.crashed();

        assertThat(supervisor.stop(SOON))
                .containsExactly(new Report(new Duty.Status("billing", STOPPING, 0, "crashed: broken")));
        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aStopDuringTheBackOffIsDoneAtOnce() {
        supervisor.crashed();
        supervisor.stopped();

        assertThat(supervisor.stop(SOON))
                .containsExactly(new Report(new Duty.Status("billing", IDLE, 0, "crashed: broken")), new AllStopped());
    }

    @Test
    void aCleanUpThatHangsCostsTheLeadershipAndIsStuck() {
        supervisor.crashed();
        assertThat(supervisor.advance(Duration.ofMinutes(1)))
                .as("it waits for a thread")
                .isEmpty();
        supervisor.stopBegan();

        assertThat(supervisor.advance(Duration.ofSeconds(5)))
                .containsExactly(
                        new Interrupt(0),
                        new Report(new Duty.Status("billing", STUCK, 0, "stop took longer than 5000 ms")),
                        new GiveUp("billing", "stop took longer than 5000 ms"),
                        new Stuck("billing", "stop took longer than 5000 ms"));
        assertThat(supervisor.stop(SOON)).isEmpty();
        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aCleanUpThatThrowsCostsTheLeadershipAndIsStuck() {
        supervisor.crashed();

        assertThat(supervisor.stopFailed())
                .contains(
                        new GiveUp("billing", "stop failed: socket busy"),
                        new Stuck("billing", "stop failed: socket busy"));
    }

    @Test
    void aCleanUpThatComesBackLateIsOverWhenTheStopComes() {
        supervisor.crashed();
        supervisor.stopBegan();
        supervisor.advance(Duration.ofSeconds(5));
        assertThat(supervisor.stopped()).doesNotContain(new AllStopped());

        assertThat(supervisor.stop(SOON)).containsExactly(new AllStopped());
    }

    @Test
    void allIsStoppedOnlyOnce() {
        supervisor.stop(SOON);
        supervisor.stopped();

        assertThat(supervisor.stop(SOON)).isEmpty();
        assertThat(supervisor.advance(SOON)).isEmpty();
        assertThat(supervisor.state()).isNotEqualTo(CLEANING_UP);
    }
}
