// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static dev.baton.Duty.State.BACKING_OFF;
import static dev.baton.Duty.State.CLEANING_UP;
import static dev.baton.Duty.State.IDLE;
import static dev.baton.Duty.State.RUNNING;
import static dev.baton.Duty.State.STARTING;
import static dev.baton.Duty.State.STOPPING;
import static dev.baton.Duty.State.STUCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.internal.duty.SupervisorEffect.AllStopped;
import dev.baton.internal.duty.SupervisorEffect.CallStart;
import dev.baton.internal.duty.SupervisorEffect.CallStop;
import dev.baton.internal.duty.SupervisorEffect.GiveUp;
import dev.baton.internal.duty.SupervisorEffect.Interrupt;
import dev.baton.internal.duty.SupervisorEffect.Report;
import dev.baton.internal.duty.SupervisorEffect.Stuck;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SupervisorRulesStartTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final SupervisorUnderTest supervisor = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing");

    @Test
    void leadingStartsTheDuty() {
        assertThat(supervisor.lead())
                .containsExactly(new Report(new Duty.Status("billing", STARTING, 0, "")), new CallStart(0, 1));
        assertThat(supervisor.started()).containsExactly(new Report(new Duty.Status("billing", RUNNING, 0, "")));
    }

    @Test
    void allDutiesAreStartedAtOnce() {
        SupervisorUnderTest two = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing", "mailing");

        assertThat(two.lead()).contains(new CallStart(0, 1), new CallStart(1, 1));
    }

    @Test
    void withoutDutiesThereIsNothingToStop() {
        SupervisorUnderTest none = new SupervisorUnderTest(SupervisorUnderTest.POLICY);
        assertThat(none.lead()).isEmpty();

        assertThat(none.stop(SOON)).containsExactly(new AllStopped());
        assertThat(none.stop(SOON)).isEmpty();
    }

    @Test
    void stoppingBeforeAnyLeadershipSaysNothing() {
        assertThat(supervisor.stop(SOON)).isEmpty();
    }

    @Test
    void aStartThatFailsIsCleanedUpAfterAndTriedAgain() {
        supervisor.lead();

        assertThat(supervisor.startFailed())
                .containsExactly(
                        new Report(new Duty.Status("billing", CLEANING_UP, 0, "start failed: no port")),
                        new CallStop(0, 2));
        assertThat(supervisor.stopped())
                .containsExactly(new Report(new Duty.Status("billing", BACKING_OFF, 0, "start failed: no port")));
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofMillis(200));
        assertThat(supervisor.advance(Duration.ofMillis(200))).contains(new CallStart(0, 3));
    }

    @Test
    void aCrashWhileStartingWaitsForTheStartToComeBack() {
        supervisor.lead();

        assertThat(supervisor.crashed()).isEmpty();
        assertThat(supervisor.state()).isEqualTo(STARTING);
        assertThat(supervisor.started()).contains(new CallStop(0, 2));
        assertThat(supervisor.status().detail()).isEqualTo("crashed: broken");
        assertThat(supervisor.state()).isEqualTo(CLEANING_UP);
    }

    @Test
    void anEarlyCrashIsForgottenWithItsRun() {
        supervisor.lead();
        supervisor.crashed();
        supervisor.started();
        supervisor.stopped();
        supervisor.advance(Duration.ofMillis(200));

        supervisor.started();

        assertThat(supervisor.state()).isEqualTo(RUNNING);
    }

    @Test
    void aStartThatHangsIsInterruptedAndCostsTheLeadership() {
        supervisor.lead();
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(30));

        assertThat(supervisor.advance(Duration.ofSeconds(30)))
                .containsExactly(new Interrupt(0), new GiveUp("billing", "start took longer than 30000 ms"));
        assertThat(supervisor.advance(Duration.ofSeconds(30))).isEmpty();
        assertThat(supervisor.state()).isEqualTo(STARTING);
    }

    @Test
    void aHungStartThatComesBackAfterAllIsStopped() {
        supervisor.lead();
        supervisor.advance(Duration.ofSeconds(30));

        assertThat(supervisor.stop(SOON)).contains(new Interrupt(0));
        assertThat(supervisor.startFailed()).containsExactly(new CallStop(0, 2));
        assertThat(supervisor.stopped()).contains(new AllStopped());
    }

    @Test
    void aHungStartThatNeverComesBackIsStuck() {
        supervisor.lead();
        supervisor.advance(Duration.ofSeconds(30));
        supervisor.stop(SOON);

        assertThat(supervisor.advance(SOON))
                .containsExactly(
                        new Interrupt(0),
                        new Report(new Duty.Status("billing", STUCK, 0, "not stopped in time")),
                        new Stuck("billing", "not stopped in time"));
    }

    @Test
    void aHungStartThatFailsBeforeTheStopIsCleanedUpAfterAndNotTriedAgain() {
        supervisor.lead();
        supervisor.advance(Duration.ofSeconds(30));

        assertThat(supervisor.startFailed()).contains(new CallStop(0, 2));
        supervisor.stopped();
        assertThat(supervisor.state()).isEqualTo(IDLE);
        assertThat(supervisor.stop(SOON)).containsExactly(new AllStopped());
    }

    @Test
    void aStopDuringTheStartWaitsForItToComeBack() {
        supervisor.lead();

        assertThat(supervisor.stop(SOON))
                .containsExactly(new Report(new Duty.Status("billing", STOPPING, 0, "")), new Interrupt(0));
        assertThat(supervisor.started()).containsExactly(new CallStop(0, 2));
        assertThat(supervisor.stopped())
                .containsExactly(new Report(new Duty.Status("billing", IDLE, 0, "")), new AllStopped());
    }

    @Test
    void theNextLeadershipStartsWithACleanSlate() {
        supervisor.lead();
        supervisor.startFailed();
        supervisor.stopped();
        supervisor.stop(SOON);

        supervisor.lead();

        assertThat(supervisor.status()).isEqualTo(new Duty.Status("billing", STARTING, 0, ""));
    }
}
