// SPDX-License-Identifier: Apache-2.0
package dev.baton.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A few threads for calls that may block: a duty's start and stop, a health check. A call that hangs is written off by
 * {@link Call#overdue()}: its thread is interrupted and, until it comes back, replaced by another, up to
 * {@value #MAX_REPLACED}, so that one hanging duty cannot keep the others from stopping.
 */
public final class BlockingCalls implements AutoCloseable {
    static final int MAX_REPLACED = 64;

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final int regular;
    private final Set<Call> writtenOff = ConcurrentHashMap.newKeySet();

    public BlockingCalls(String name, int regular) {
        this.regular = regular;
        this.threads = new ThreadPoolExecutor(
                regular,
                regular,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                ThreadLanes.daemons(name + "-blocking"));
        this.threads.allowCoreThreadTimeOut(true);
    }

    /** Runs {@code task} on one of the threads; it catches its own errors. */
    public Call submit(Runnable task) {
        Call call = new Call(task);
        try {
            threads.execute(call);
        } catch (RejectedExecutionException closed) {
            // Closing drops what is queued; a call that comes later is dropped the same way.
        }
        return call;
    }

    /** How many calls are overdue and still on their thread. */
    public int hanging() {
        return writtenOff.size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private synchronized void resize() {
        int wanted = regular + Math.min(writtenOff.size(), MAX_REPLACED);
        if (wanted > threads.getMaximumPoolSize()) {
            threads.setMaximumPoolSize(wanted);
            threads.setCorePoolSize(wanted);
        } else {
            threads.setCorePoolSize(wanted);
            threads.setMaximumPoolSize(wanted);
        }
    }

    /** One call under way. */
    public final class Call implements Runnable {
        private final Runnable task;
        private @org.jspecify.annotations.Nullable Thread runner;
        private boolean interrupted;
        private boolean finished;

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
                    finished = true;
                    // The flag belongs to this call; the thread's next call must not inherit it.
                    Thread.interrupted();
                }
                if (writtenOff.remove(this)) {
                    resize();
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

        /** Interrupts the call and, if it is on a thread, replaces that thread until it comes back. */
        public void overdue() {
            interrupt();
            synchronized (this) {
                if (finished || runner == null) {
                    return;
                }
                writtenOff.add(this);
            }
            resize();
        }
    }
}
