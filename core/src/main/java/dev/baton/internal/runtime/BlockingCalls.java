// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads for calls that may block: a duty's start and stop, a health check, a listener. There are none while nothing
 * is called. A call waits for a thread only while all allowed threads are busy, so a call that hangs does not delay the
 * others.
 */
public final class BlockingCalls implements AutoCloseable {
    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    public BlockingCalls(String name, int mostThreads) {
        HandOver queue = new HandOver();
        this.threads = new ThreadPoolExecutor(
                0, mostThreads, IDLE_SECONDS, TimeUnit.SECONDS, queue, ThreadLanes.daemons(name), (task, pool) -> {
                    if (pool.isShutdown()) {
                        throw new RejectedExecutionException("closed");
                    }
                    queue.put(task);
                });
    }

    /** Runs {@code task} on one of the threads; it catches its own errors. */
    public Call submit(Runnable task) {
        Call call = new Call(task);
        try {
            threads.execute(call);
        } catch (RejectedExecutionException closed) {
            // Closing drops queued and later tasks.
        }
        return call;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Offers only what an idle thread takes at once, which makes the pool start a thread before it queues. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** One call under way. */
    public static final class Call implements Runnable {
        private final Runnable task;
        private @Nullable Thread runner;
        private boolean interrupted;

        private Call(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            synchronized (this) {
                runner = Thread.currentThread();
                if (interrupted) {
                    runner.interrupt();
                }
            }
            try {
                task.run();
            } finally {
                synchronized (this) {
                    runner = null;
                    // The flag belongs to this call; the thread's next call must not inherit it.
                    Thread.interrupted();
                }
            }
        }

        /** Asks the call to come back, now if it runs, else as soon as it starts. */
        public synchronized void interrupt() {
            interrupted = true;
            if (runner != null) {
                runner.interrupt();
            }
        }
    }
}
