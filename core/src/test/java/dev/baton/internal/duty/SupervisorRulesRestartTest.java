// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static dev.baton.Duty.State.BACKING_OFF;
import static dev.baton.Duty.State.CLEANING_UP;
import static dev.baton.Duty.State.IDLE;
import static dev.baton.Duty.State.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.internal.duty.SupervisorEffect.AllStopped;
import dev.baton.internal.duty.SupervisorEffect.CallHealth;
import dev.baton.internal.duty.SupervisorEffect.CallStart;
import dev.baton.internal.duty.SupervisorEffect.CallStop;
import dev.baton.internal.duty.SupervisorEffect.GiveUp;
import dev.baton.internal.duty.SupervisorEffect.Interrupt;
import dev.baton.internal.duty.SupervisorEffect.Report;
import dev.baton.internal.duty.SupervisorUnderTest.Request;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SupervisorRulesRestartTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final SupervisorUnderTest supervisor = SupervisorUnderTest.running();

    private void crashAndRestart(Duration backoff) {
        supervisor.crashed();
        supervisor.stopped();
        assertThat(supervisor.untilWake()).isEqualTo(backoff);
        supervisor.advance(backoff);
        supervisor.started();
        assertThat(supervisor.state()).isEqualTo(RUNNING);
    }

    @Test
    void aDutyThatCrashesIsStoppedThenStartedAgain() {
        assertThat(supervisor.crashed())
                .containsExactly(
                        new Report(new Duty.Status("billing", CLEANING_UP, 0, "crashed: broken")), new CallStop(0, 2));
        supervisor.stopped();
        assertThat(supervisor.state()).isEqualTo(BACKING_OFF);
        assertThat(supervisor.advance(Duration.ofMillis(199))).isEmpty();
        assertThat(supervisor.advance(Duration.ofMillis(1))).contains(new CallStart(0, 3));
        assertThat(supervisor.status().restarts()).isEqualTo(1);
    }

    @Test
    void eachPauseIsTwiceTheLast() {
        crashAndRestart(Duration.ofMillis(200));
        crashAndRestart(Duration.ofMillis(400));
    }

    @Test
    void tooManyCrashesCostTheLeadership() {
        crashAndRestart(Duration.ofMillis(200));
        crashAndRestart(Duration.ofMillis(400));

        assertThat(supervisor.crashed())
                .contains(
                        new CallStop(0, supervisorCall()),
                        new GiveUp("billing", "crashed: broken, 3 failures in 60000 ms"));
        supervisor.stopped();
        assertThat(supervisor.state()).isEqualTo(IDLE);
        assertThat(supervisor.advance(Duration.ofMinutes(2))).isEmpty();
        assertThat(supervisor.stop(SOON)).containsExactly(new AllStopped());
    }

    private int supervisorCall() {
        // Start and stop, three times, after the first start.
        return 6;
    }

    @Test
    void crashesOutsideTheWindowAreForgiven() {
        crashAndRestart(Duration.ofMillis(200));
        crashAndRestart(Duration.ofMillis(400));
        healthyFor(Duration.ofSeconds(61));

        assertThat(supervisor.crashed()).noneMatch(GiveUp.class::isInstance);
        supervisor.stopped();
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofMillis(200));
    }

    private void healthyFor(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusSeconds(4)) {
            supervisor.advance(Duration.ofSeconds(4));
            supervisor.health(Health.OK);
        }
    }

    @Test
    void withoutRestartsTheFirstCrashCostsTheLeadership() {
        SupervisorUnderTest strict =
                SupervisorUnderTest.running(SupervisorUnderTest.POLICY.withRestarts(0, Duration.ofSeconds(1)));

        assertThat(strict.crashed()).contains(new GiveUp("billing", "crashed: broken, 1 failures in 1000 ms"));
    }

    @Test
    void oneDutyThatCrashesLeavesTheOthersAlone() {
        SupervisorUnderTest two = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing", "mailing");
        two.lead();
        two.started(0);
        two.started(1);

        two.crashed(0, two.run(0));

        assertThat(two.asked(1)).isEqualTo(Request.NOTHING);
    }

    @Test
    void aCrashOfAnEarlierRunIsIgnored() {
        int first = supervisor.run(0);
        crashAndRestart(Duration.ofMillis(200));

        assertThat(supervisor.crashed(0, first)).isEmpty();
        assertThat(supervisor.state()).isEqualTo(RUNNING);
    }

    @Test
    void aSecondCrashOfTheSameRunIsIgnored() {
        supervisor.crashed();

        assertThat(supervisor.crashed()).isEmpty();
    }

    @Test
    void aCrashAfterTheStopWasCalledIsIgnored() {
        supervisor.stop(SOON);

        assertThat(supervisor.crashed()).isEmpty();
        assertThat(supervisor.stopped()).contains(new AllStopped());
        assertThat(supervisor.crashed()).isEmpty();
    }

    @Test
    void answersThatComeTwiceAreIgnored() {
        int start = supervisor.run(0);

        assertThat(supervisor.late(0, start, Request.START)).isEmpty();
        supervisor.crashed();
        assertThat(supervisor.late(0, start, Request.STOP)).isEmpty();
        assertThat(supervisor.state()).isEqualTo(CLEANING_UP);
    }

    @Test
    void aRunningDutyIsAskedForItsHealth() {
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(4));

        assertThat(supervisor.advance(Duration.ofSeconds(4))).containsExactly(new CallHealth(0, 2));
        assertThat(supervisor.health(Health.OK)).isEmpty();
        assertThat(supervisor.untilWake()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void badHealthRestartsTheDuty() {
        supervisor.advance(Duration.ofSeconds(4));

        assertThat(supervisor.health(Health.bad("queue full")))
                .containsExactly(
                        new Report(new Duty.Status("billing", CLEANING_UP, 0, "unhealthy: queue full")),
                        new CallStop(0, 3));
    }

    @Test
    void aHealthCheckThatHangsIsInterruptedAndTheStopWaitsForIt() {
        supervisor.advance(Duration.ofSeconds(4));

        assertThat(supervisor.advance(Duration.ofSeconds(4)))
                .containsExactly(
                        new Interrupt(0),
                        new Report(new Duty.Status("billing", CLEANING_UP, 0, "unhealthy: no answer within 4000 ms")));
        assertThat(supervisor.health(Health.OK)).containsExactly(new CallStop(0, 3));
    }

    @Test
    void aCrashDuringAHealthCheckWaitsForTheCheckToComeBack() {
        supervisor.advance(Duration.ofSeconds(4));

        assertThat(supervisor.crashed()).startsWith(new Interrupt(0)).noneMatch(CallStop.class::isInstance);
        assertThat(supervisor.health(Health.bad("interrupted"))).containsExactly(new CallStop(0, 3));
        assertThat(supervisor.status().detail()).isEqualTo("crashed: broken");
    }
}
