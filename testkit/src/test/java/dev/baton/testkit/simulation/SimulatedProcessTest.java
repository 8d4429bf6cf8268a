// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Lane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedProcessTest {
    private static final long SECOND = 1_000_000_000;

    private final Scheduler scheduler = new Scheduler(new SeededRandom(1));
    private final SimulatedProcess process = new SimulatedProcess(scheduler, new SeededRandom(2));
    private final List<String> ran = new ArrayList<>();

    @Test
    void pausedProcessRunsNothingUntilItIsResumed() {
        process.pause();
        process.run(() -> ran.add("message"));
        process.after(SECOND, () -> ran.add("timer"));
        runUntil(2 * SECOND);
        assertThat(ran).isEmpty();

        process.resume();
        runUntil(3 * SECOND);

        assertThat(ran).containsExactlyInAnyOrder("message", "timer");
    }

    @Test
    void shorterPauseDoesNotEndALongerOne() {
        process.pauseFor(2 * SECOND);
        process.pauseFor(SECOND);
        process.run(() -> ran.add("message"));
        runUntil(2 * SECOND - 1);
        assertThat(ran).isEmpty();

        runUntil(3 * SECOND);

        assertThat(ran).containsExactly("message");
    }

    @Test
    void endedProcessNeverRunsAgain() {
        process.after(SECOND, () -> ran.add("timer"));
        process.pause();
        process.run(() -> ran.add("message"));

        process.end();
        process.resume();
        runUntil(2 * SECOND);

        assertThat(ran).isEmpty();
        assertThat(process.hasEnded()).isTrue();
    }

    @Test
    void clockGoesOnInAPause() {
        ProcessClock clock = clock(0, false);
        process.pause();
        runUntil(SECOND);

        assertThat(clock.nanos()).isEqualTo(7 + SECOND);
    }

    @Test
    void badClockStandsStillInAPause() {
        ProcessClock clock = clock(0, true);
        process.pause();
        runUntil(SECOND);

        assertThat(clock.nanos()).isEqualTo(7);
    }

    @Test
    void clockRunsFastOrSlow() {
        ProcessClock fast = clock(1_000, false);
        ProcessClock slow = clock(-1_000, false);
        runUntil(SECOND);

        assertThat(fast.nanos() - 7).isEqualTo(1_001_000_000);
        assertThat(slow.nanos() - 7).isEqualTo(999_000_000);
    }

    @Test
    void pauseIsRememberedForAWhile() {
        process.pause();
        runUntil(SECOND);
        process.resume();
        runUntil(2 * SECOND);

        assertThat(process.wasPausedSince(SECOND)).isTrue();
        assertThat(process.wasPausedSince(SECOND + 1)).isFalse();
    }

    @Test
    void laneRunsItsTasksInOrder() {
        Lane lane = lanes(clock(0, false)).open("lane");
        for (int i = 0; i < 20; i++) {
            String task = "task " + i;
            lane.execute(() -> ran.add(task));
        }

        runUntil(SECOND);

        assertThat(ran).hasSize(20).isSortedAccordingTo((one, other) -> Integer.compare(number(one), number(other)));
    }

    @Test
    void laneHasOneAlarmClock() {
        ProcessClock clock = clock(-1_000, false);
        Lane lane = lanes(clock).open("lane");
        lane.wakeAt(clock.nanos() + SECOND / 2, () -> ran.add("first"));
        lane.wakeAt(clock.nanos() + SECOND, () -> ran.add("second at " + (clock.nanos() >= 7 + SECOND)));

        runUntil(2 * SECOND);

        assertThat(ran).containsExactly("second at true");
    }

    @Test
    void alarmIsOverdueAfterAPause() {
        ProcessClock clock = clock(0, false);
        Lane lane = lanes(clock).open("lane");
        lane.wakeAt(clock.nanos() + SECOND, () -> ran.add("woke"));
        process.pause();
        runUntil(3 * SECOND);
        assertThat(ran).isEmpty();

        process.resume();
        runUntil(4 * SECOND);

        assertThat(ran).containsExactly("woke");
    }

    private static int number(String task) {
        return Integer.parseInt(task.substring(5));
    }

    private ProcessClock clock(long drift, boolean stopsInPause) {
        return new ProcessClock(scheduler, 7, drift, process.pauses(), stopsInPause);
    }

    private SimulatedLanes lanes(ProcessClock clock) {
        return new SimulatedLanes(scheduler, process, clock, new SeededRandom(3), 1_000_000, thrown -> {
            throw new AssertionError(thrown);
        });
    }

    private void runUntil(long instant) {
        boolean more = true;
        while (more) {
            more = scheduler.step(instant);
        }
    }
}
