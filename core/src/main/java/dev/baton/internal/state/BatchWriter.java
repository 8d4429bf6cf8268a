// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Writes requests in groups, away from the threads that make them: those that arrive during a write are written together
 * by the next one, in the order in which they arrived. Safe for use by any thread.
 *
 * @param <R> what is to be written, and who is told
 */
public final class BatchWriter<R> {
    private static final long IDLE_SECONDS = 5;

    private final Executor disk;
    private final Consumer<List<R>> write;
    private final Runnable close;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private List<R> waiting = new ArrayList<>();
    private boolean scheduled;
    private boolean closing;

    /**
     * @param disk runs the writes, one at a time; may block
     * @param write one group, which is empty only before {@code close}; answers each request
     * @param close after the last write
     */
    public BatchWriter(Executor disk, Consumer<List<R>> write, Runnable close) {
        this.disk = disk;
        this.write = write;
        this.close = close;
    }

    /** A thread for writes, which exists only while something is written; {@code shutdown} does not interrupt it. */
    public static ExecutorService thread(String name) {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    /** False after {@link #close}: then the request is not written. */
    public boolean add(R request) {
        synchronized (this) {
            if (closing) {
                return false;
            }
            waiting.add(request);
            schedule();
            return true;
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            disk.execute(() -> {
                try {
                    write.accept(take());
                } finally {
                    next();
                }
            });
        }
    }

    private synchronized List<R> take() {
        List<R> group = waiting;
        waiting = new ArrayList<>();
        return group;
    }

    private void next() {
        synchronized (this) {
            scheduled = false;
            if (!waiting.isEmpty()) {
                schedule();
                return;
            }
            if (!closing) {
                return;
            }
        }
        try {
            close.run();
        } finally {
            closed.complete(null);
        }
    }

    /** Closes after all that has arrived is written. Asked again, it answers the same. */
    public CompletableFuture<Void> close() {
        synchronized (this) {
            if (!closing) {
                closing = true;
                schedule();
            }
        }
        return closed;
    }
}
