// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import dev.baton.FaultHandler;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Ticker;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lanes on a fixed number of threads: one timer, which only hands tasks to lanes, and a few workers, which run them.
 * Tasks must not block; what blocks belongs on a {@code BlockingCalls}.
 */
public final class ThreadLanes implements Lanes {
    private final Ticker ticker = System::nanoTime;
    private final FaultHandler faults;
    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService workers;

    public ThreadLanes(String name, int workerCount, FaultHandler faults) {
        this.faults = faults;
        this.timer = new ScheduledThreadPoolExecutor(1, daemons(name + "-timer"));
        this.timer.setRemoveOnCancelPolicy(true);
        this.workers = Executors.newFixedThreadPool(workerCount, daemons(name + "-worker"));
    }

    static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public Lane open(String name) {
        return new WorkerLane(name);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        workers.shutdownNow();
    }

    private final class WorkerLane implements Lane {
        private final String fault;
        private final SerialQueue queue;
        private @Nullable Future<?> wake;

        WorkerLane(String name) {
            // Built now: when it is needed, there may be no memory left.
            this.fault = "unexpected error in " + name;
            // A task catches what may go wrong; what comes out is a bug, and its state is not to be trusted.
            this.queue = new SerialQueue(workers, broken -> faults.fault(fault, broken));
        }

        @Override
        public void execute(Runnable task) {
            queue.execute(task);
        }

        @Override
        public synchronized void wakeAt(long instant, Runnable task) {
            cancelWake();
            try {
                wake = timer.schedule(() -> handOn(task), instant - ticker.nanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException closed) {
                // Closing drops what is queued, and what comes later.
                wake = null;
            }
        }

        /** On the timer, which would keep to itself what is thrown here. */
        private void handOn(Runnable task) {
            try {
                execute(task);
            } catch (Throwable lost) {
                faults.fault(fault, lost);
            }
        }

        @Override
        public synchronized void cancelWake() {
            Future<?> set = wake;
            wake = null;
            if (set != null) {
                set.cancel(false);
            }
        }
    }
}
