// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.internal.runtime.UninterruptibleWait;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A duty with one thread, which is told to end instead of being interrupted: it calls a database, and some drivers end
 * the connection on an interrupt. It is interrupted only once it is overdue.
 */
abstract class WorkLoop implements Duty {
    private final String name;
    private @Nullable Run running;

    WorkLoop(String name) {
        this.name = name;
    }

    /** One run of the loop. */
    abstract static class Run {
        private final Semaphore signal = new Semaphore(0);
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile boolean stopping;
        private @Nullable Thread thread;

        /** Runs until told to stop; leaves nothing behind. */
        abstract void run() throws Exception;

        /** Called on another thread when the loop is overdue to end. */
        void hurry() {
            Thread running = thread;
            if (running != null) {
                running.interrupt();
            }
        }

        /**
         * How long a stop waits for the loop, if nothing that the run still does can take effect once its leadership is
         * over. Null if the stop must wait until the loop has ended.
         */
        @Nullable
        Duration mayLingerAfter() {
            return null;
        }

        /** Cleans up what the loop has set up. Called once, when it has ended or was left to end by itself. */
        void ended() {}

        private void endOnce() {
            if (!over.getAndSet(true)) {
                ended();
            }
        }

        /** The reason why the ended loop does not count as stopped; null if there is none. */
        @Nullable
        String stuck() {
            return null;
        }

        final boolean isStopping() {
            return stopping;
        }

        /** Lets {@link #await} return. Any thread. */
        final void wake() {
            signal.release();
        }

        final void await(long nanos) {
            try {
                if (signal.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
                    signal.drainPermits();
                }
            } catch (InterruptedException overdue) {
                // The loop was told to hurry. The interrupt flag must not reach the next call into a driver.
                stopping = true;
            }
        }
    }

    abstract Run begin(Leadership leadership, Crash crash);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final synchronized void start(Leadership leadership, Crash crash) {
        Run run = begin(leadership, crash);
        Thread thread = new Thread(
                () -> {
                    try {
                        run.run();
                    } catch (Throwable broken) {
                        if (!run.over.get()) {
                            crash.report(broken);
                        }
                    } finally {
                        run.endOnce();
                    }
                },
                "baton-" + name);
        thread.setDaemon(true);
        run.thread = thread;
        running = run;
        thread.start();
    }

    @Override
    public final void stop() {
        Run run;
        synchronized (this) {
            run = running;
            running = null;
        }
        if (run == null || run.thread == null) {
            return;
        }
        run.stopping = true;
        run.wake();
        Duration linger = run.mayLingerAfter();
        if (linger != null) {
            UninterruptibleWait.ended(linger, run.thread);
            run.endOnce();
            return;
        }
        boolean interrupted = false;
        while (run.thread.isAlive()) {
            try {
                run.thread.join();
            } catch (InterruptedException overdue) {
                // To return now would mean that it has stopped, and it has not.
                interrupted = true;
                run.hurry();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        String stuck = run.stuck();
        if (stuck != null) {
            throw new IllegalStateException(stuck);
        }
    }
}
