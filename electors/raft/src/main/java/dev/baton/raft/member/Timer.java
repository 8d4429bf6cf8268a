// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread for what is due later; nothing on it may block. */
final class Timer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Timer.class);

    private final ScheduledThreadPoolExecutor thread;

    Timer(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread named = new Thread(task, name);
            named.setDaemon(true);
            return named;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Returns how to cancel it. Not run at all after {@link #close()}. */
    Runnable later(Duration delay, Runnable task) {
        try {
            var scheduled = thread.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException broken) {
            LOG.error("A timed task failed", broken);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
