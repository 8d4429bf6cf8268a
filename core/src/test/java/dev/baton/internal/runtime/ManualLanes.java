// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import dev.baton.ManualTicker;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** Lanes on the thread of the test: tasks run when the test says so, in the order in which they came. */
public final class ManualLanes implements Lanes {
    private final ManualTicker ticker =
            new ManualTicker(Long.MAX_VALUE - Duration.ofSeconds(15).toNanos());
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<ManualLane> lanes = new ArrayList<>();

    @Override
    public ManualTicker ticker() {
        return ticker;
    }

    @Override
    public Lane open(String name) {
        ManualLane lane = new ManualLane();
        lanes.add(lane);
        return lane;
    }

    /** Runs what is queued, and what that queues. */
    public void run() {
        wakeDue();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            wakeDue();
        }
    }

    /** Lets time pass from one alarm clock to the next. */
    public void advance(Duration time) {
        run();
        long end = MonotonicTime.plus(ticker.nanos(), time);
        for (Optional<Long> next = nextWake(); next.isPresent() && !MonotonicTime.isBefore(end, next.get()); ) {
            ticker.set(MonotonicTime.later(ticker.nanos(), next.get()));
            run();
            next = nextWake();
        }
        ticker.set(end);
        run();
    }

    /** Time passes and nobody notices, as when the process is stopped. */
    public void pause(Duration time) {
        ticker.advance(time);
    }

    private Optional<Long> nextWake() {
        return lanes.stream()
                .filter(lane -> lane.wake != null)
                .map(lane -> lane.wakeAt)
                .reduce(MonotonicTime::earlier);
    }

    private void wakeDue() {
        for (ManualLane lane : List.copyOf(lanes)) {
            Runnable wake = lane.wake;
            if (wake != null && !MonotonicTime.isBefore(ticker.nanos(), lane.wakeAt)) {
                lane.wake = null;
                tasks.add(wake);
            }
        }
    }

    @Override
    public void close() {
        tasks.clear();
    }

    private final class ManualLane implements Lane {
        private long wakeAt;
        private Runnable wake;

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void wakeAt(long instant, Runnable task) {
            wakeAt = instant;
            wake = task;
        }

        @Override
        public void cancelWake() {
            wake = null;
        }
    }
}
