// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerRulesTest {
    private static final Session ME = Session.of("n1", 3);
    private static final PartitionId P = TaskListName.of("invoices").partition(0);
    private static final Release P5 = new Release(P, 5);
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final WorkerRules rules =
            new WorkerRules(ME, new WorkerPolicy(START, TIMEOUT, Duration.ofSeconds(1), Duration.ofSeconds(4)));

    private static Assignment assigned(Session owner, long token) {
        return Assignment.assigned(P, owner, token, Epoch.of(1));
    }

    private static Assignment releasing(long token) {
        return assigned(ME, token).releasing(Optional.empty(), Epoch.of(1));
    }

    private static long at(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    private void running() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));
        rules.started(P5);
    }

    @Test
    void whatIsAssignedToThisSessionIsStartedOnce() {
        assertThat(rules.stored(List.of(assigned(ME, 5)), false, at(0))).containsExactly(new WorkerEffect.Start(P5));
        assertThat(rules.stored(List.of(assigned(ME, 5)), true, at(0))).isEmpty();
    }

    @Test
    void whatIsAssignedToAnotherSessionOfThisWorkerIsNotStarted() {
        assertThat(rules.stored(
                        List.of(assigned(Session.of("n1", 2), 5), assigned(Session.of("n1", 4), 5)), true, at(0)))
                .isEmpty();
    }

    @Test
    void aReleaseIsToldOnlyAfterTheApplicationHasStopped() {
        running();

        assertThat(rules.stored(List.of(releasing(5)), false, at(1)))
                .contains(new WorkerEffect.Revoke(P5), new WorkerEffect.Stop(P5));
        assertThat(rules.toRelease()).isEmpty();

        rules.stopped(P5, at(2));
        assertThat(rules.toRelease()).containsExactly(P5);
        assertThat(rules.isEmpty()).isFalse();
        rules.released(List.of(P5));
        assertThat(rules.isEmpty()).isTrue();
    }

    @Test
    void aTokenThatWasGivenUpIsNeverStartedAgainEvenByALateRead() {
        running();
        rules.stored(List.of(releasing(5)), false, at(1));
        rules.stopped(P5, at(2));

        assertThat(rules.stored(List.of(assigned(ME, 5)), false, at(3))).isEmpty();
        assertThat(rules.stored(List.of(assigned(ME, 6)), false, at(4)))
                .containsExactly(new WorkerEffect.Start(new Release(P, 6)));
    }

    @Test
    void whatIsToBeReleasedAndWasNeverStartedIsReleasedAtOnce() {
        assertThat(rules.stored(List.of(releasing(5)), false, at(0))).isEmpty();
        assertThat(rules.toRelease()).containsExactly(P5);
    }

    @Test
    void aReleaseThatComesDuringTheStartWaitsForItsEnd() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));

        assertThat(rules.stored(List.of(releasing(5)), false, at(1))).containsExactly(new WorkerEffect.Revoke(P5));
        assertThat(rules.started(P5)).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(3));
        assertThat(rules.toRelease()).containsExactly(P5);
    }

    @Test
    void aStartThatFailsIsTriedAgainWithALongerPauseEachTime() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));
        rules.startFailed(P5, "no", at(0));

        assertThat(rules.tick(at(0))).isEmpty();
        assertThat(rules.wakeAt(at(0))).isEqualTo(at(1));
        assertThat(rules.tick(at(1))).containsExactly(new WorkerEffect.Start(P5));
        rules.startFailed(P5, "no", at(1));
        assertThat(rules.wakeAt(at(1))).isEqualTo(at(3));
        assertThat(rules.hosted()).containsExactly(new HostedPartition(P, 5, HostedState.FAILED, 2, "no"));
    }

    @Test
    void aBreakdownStopsAndStartsAgain() {
        running();

        assertThat(rules.crashed(P5, "oops")).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(2));
        assertThat(rules.tick(at(3))).containsExactly(new WorkerEffect.Start(P5));
        assertThat(rules.toRelease()).isEmpty();
    }

    @Test
    void aBreakdownThatIsToldBeforeTheStartIsOverStopsAndStartsAgain() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));

        assertThat(rules.crashed(P5, "oops")).isEmpty();
        assertThat(rules.started(P5)).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(2));
        assertThat(rules.tick(at(3))).containsExactly(new WorkerEffect.Start(P5));
        assertThat(rules.started(P5)).isEmpty();
    }

    @Test
    void aStopThatHangsIsInterruptedAndThenCostsTheSession() {
        running();
        rules.stored(List.of(releasing(5)), false, at(0));
        rules.called(P5, at(0));

        assertThat(rules.tick(at(9))).isEmpty();
        assertThat(rules.tick(at(10))).containsExactly(new WorkerEffect.Interrupt(P5));
        assertThat(rules.tick(at(20))).singleElement().isInstanceOf(WorkerEffect.GiveUp.class);
        assertThat(rules.tick(at(90))).isEmpty();
        assertThat(rules.toRelease()).isEmpty();
    }

    @Test
    void aStopThatThrowsIsNotReleasedAndIsCalledOnceMoreWhenAllAreStopped() {
        running();
        rules.stored(List.of(releasing(5)), false, at(0));

        assertThat(rules.stopFailed(P5, "cannot")).containsExactly(new WorkerEffect.StopAll(P5, "cannot"));
        assertThat(rules.tick(at(90))).isEmpty();
        assertThat(rules.end(at(91))).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(92));

        assertThat(rules.hosted()).isEmpty();
    }

    @Test
    void aStopThatThrowsTwiceIsNotReleasedAndCostsTheSession() {
        running();
        rules.stored(List.of(releasing(5)), false, at(0));
        rules.stopFailed(P5, "cannot");
        rules.end(at(1));

        assertThat(rules.stopFailed(P5, "cannot")).containsExactly(new WorkerEffect.GiveUp(P5, "cannot"));
        assertThat(rules.toRelease()).isEmpty();
        assertThat(rules.isEmpty()).isFalse();
    }

    @Test
    void aStopThatThrowsWhileAllAreStoppedIsCalledOnceMore() {
        running();
        rules.end(at(0));

        assertThat(rules.stopFailed(P5, "cannot")).contains(new WorkerEffect.Stop(P5));
        assertThat(rules.stopFailed(P5, "cannot")).containsExactly(new WorkerEffect.GiveUp(P5, "cannot"));
    }

    @Test
    void aStartThatHangsIsWarnedOfAndInterruptedOnce() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));
        rules.called(P5, at(1));

        assertThat(rules.tick(at(60))).isEmpty();
        assertThat(rules.wakeAt(at(60))).isEqualTo(at(61));
        assertThat(rules.tick(at(61)))
                .hasSize(2)
                .hasAtLeastOneElementOfType(WorkerEffect.Warn.class)
                .contains(new WorkerEffect.Interrupt(P5));
        assertThat(rules.tick(at(900))).isEmpty();
        assertThat(rules.hosted())
                .singleElement()
                .satisfies(it -> assertThat(it.detail()).contains("onAssigned has not returned"));
    }

    @Test
    void aStartThatHangsAndIsRevokedHasTheTimeOfAStop() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));
        rules.called(P5, at(1));
        rules.tick(at(61));
        rules.stored(List.of(releasing(5)), false, at(70));

        assertThat(rules.tick(at(80))).containsExactly(new WorkerEffect.Interrupt(P5));
        assertThat(rules.tick(at(90))).singleElement().isInstanceOf(WorkerEffect.GiveUp.class);
    }

    @Test
    void theEndOfTheSessionStopsEverythingAndReleasesNothing() {
        running();

        assertThat(rules.end(at(1))).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(2));
        assertThat(rules.toRelease()).isEmpty();
        assertThat(rules.stored(List.of(assigned(ME, 6)), false, at(3))).isEmpty();
    }

    @Test
    void aRowThatWasEditedByHandIsStoppedAndNotReleased() {
        running();

        assertThat(rules.stored(List.of(), false, at(1))).isEmpty();
        assertThat(rules.stored(List.of(), true, at(1))).contains(new WorkerEffect.Revoke(P5));
        rules.stopped(P5, at(2));
        assertThat(rules.toRelease()).isEmpty();
        assertThat(rules.isEmpty()).isTrue();
    }

    @Test
    void anotherTokenThanTheOneThatRunsStopsItFirst() {
        running();

        assertThat(rules.stored(List.of(assigned(ME, 7)), false, at(1))).contains(new WorkerEffect.Stop(P5));
        rules.stopped(P5, at(2));
        assertThat(rules.stored(List.of(assigned(ME, 7)), true, at(3)))
                .containsExactly(new WorkerEffect.Start(new Release(P, 7)));
    }

    @Test
    void aStopThatStillWaitsForAThreadIsNotOverdue() {
        running();
        rules.stored(List.of(releasing(5)), false, at(0));

        assertThat(rules.tick(at(90))).isEmpty();
        rules.called(P5, at(90));
        assertThat(rules.tick(at(99))).isEmpty();
        assertThat(rules.wakeAt(at(99))).isEqualTo(at(100));
        assertThat(rules.tick(at(100))).containsExactly(new WorkerEffect.Interrupt(P5));
    }

    @Test
    void aStartThatStillWaitsForAThreadIsNotOverdueWhenItIsToBeReleased() {
        rules.stored(List.of(assigned(ME, 5)), false, at(0));
        rules.stored(List.of(releasing(5)), false, at(1));

        assertThat(rules.tick(at(90))).isEmpty();
        rules.called(P5, at(90));
        assertThat(rules.tick(at(100))).containsExactly(new WorkerEffect.Interrupt(P5));
    }

    /** After a breakdown the session goes on with new rules: with what it still has, and not with what it gave up. */
    @Test
    void whatASessionGaveUpItRemembersAfterABreakdown() {
        Map<PartitionId, Long> over = new HashMap<>();
        WorkerRules before = new WorkerRules(ME, WorkerPolicy.DEFAULT, over);
        PartitionId kept = TaskListName.of("invoices").partition(1);
        Assignment other = Assignment.assigned(kept, ME, 7, Epoch.of(1));
        before.stored(List.of(assigned(ME, 5), other), true, at(0));
        before.started(P5);
        before.started(new Release(kept, 7));
        before.stored(List.of(releasing(5)), false, at(1));
        before.end(at(2));
        before.stopped(P5, at(2));
        before.stopped(new Release(kept, 7), at(2));
        assertThat(before.hosted()).isEmpty();

        WorkerRules after = new WorkerRules(ME, WorkerPolicy.DEFAULT, over);

        assertThat(after.stored(List.of(assigned(ME, 5), other), true, at(3)))
                .containsExactly(new WorkerEffect.Start(new Release(kept, 7)));
        assertThat(after.toRelease()).containsExactly(P5);
    }

    @Test
    void aRowThatCameBackUnderATokenThatIsOverIsReleasedSoThatItComesWithAHigherOne() {
        running();
        rules.stored(List.of(), true, at(1));
        rules.stopped(P5, at(2));

        assertThat(rules.stored(List.of(assigned(ME, 5)), true, at(3))).isEmpty();
        assertThat(rules.toRelease()).containsExactly(P5);
    }
}
