// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lanes on virtual time. Each task is an event of its own, which may have to wait a little for its turn. */
public final class SimulatedLanes implements Lanes {
    private static final double BUSY = 0.1;
    private static final long MAX_WAIT = 5_000_000;

    private final Scheduler scheduler;
    private final SimulatedProcess process;
    private final ProcessClock clock;
    private final SeededRandom chance;
    private final long longestWait;
    private final Consumer<Throwable> broken;

    SimulatedLanes(
            Scheduler scheduler,
            SimulatedProcess process,
            ProcessClock clock,
            SeededRandom chance,
            long longestWait,
            Consumer<Throwable> broken) {
        this.scheduler = scheduler;
        this.process = process;
        this.clock = clock;
        this.chance = chance;
        this.longestWait = longestWait;
        this.broken = broken;
    }

    /**
     * Lanes of a process whose clock begins anywhere, also shortly before its readings wrap, and is a little fast or
     * slow.
     *
     * @param broken told what a task threw
     */
    public static SimulatedLanes of(
            Scheduler scheduler, SimulatedProcess process, SeededRandom chance, Consumer<Throwable> broken) {
        ProcessClock clock = ProcessClock.anywhere(scheduler, chance, process.pauses(), false);
        return new SimulatedLanes(scheduler, process, clock, chance.split(), MAX_WAIT, broken);
    }

    @Override
    public Ticker ticker() {
        return clock;
    }

    @Override
    public Lane open(String name) {
        return new EventLane();
    }

    @Override
    public void close() {
        process.end();
    }

    private final class EventLane implements Lane {
        private final Deque<Runnable> queue = new ArrayDeque<>();
        private boolean scheduled;
        private Scheduler.@Nullable Timer alarm;
        private int alarms;

        @Override
        public void execute(Runnable task) {
            queue.add(task);
            schedule();
        }

        private void schedule() {
            if (!scheduled && !queue.isEmpty()) {
                scheduled = true;
                process.after(chance.happens(BUSY) ? chance.nanos(0, longestWait) : 0, this::runNext);
            }
        }

        private void runNext() {
            scheduled = false;
            Runnable task = queue.remove();
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                broken.accept(thrown);
            }
            schedule();
        }

        @Override
        public void wakeAt(long instant, Runnable task) {
            cancelWake();
            arm(alarms, instant, task);
        }

        private void arm(int number, long instant, Runnable task) {
            alarm = scheduler.at(clock.virtual(instant), () -> process.run(() -> ring(number, instant, task)));
        }

        private void ring(int number, long instant, Runnable task) {
            if (number != alarms) {
                return;
            }
            if (MonotonicTime.isBefore(clock.nanos(), instant)) {
                arm(number, instant, task);
            } else {
                execute(task);
            }
        }

        @Override
        public void cancelWake() {
            alarms++;
            Scheduler.Timer set = alarm;
            if (set != null) {
                set.cancel();
            }
        }
    }
}
