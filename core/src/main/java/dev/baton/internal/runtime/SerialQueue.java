// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Runs tasks one at a time and in order, on whatever threads another executor has. */
public final class SerialQueue implements Executor {
    /** A queue gives its thread back after this many tasks, so that a busy one cannot starve the others. */
    private static final int TASKS_PER_TURN = 64;

    private final Executor threads;
    private final Consumer<Throwable> onError;
    /** Begins small, for there is a queue per candidate and most are empty most of the time. */
    private final Queue<Runnable> tasks = new ArrayDeque<>(2);

    private boolean scheduled;

    /** @param onError told what a task throws; the next task runs all the same */
    public SerialQueue(Executor threads, Consumer<Throwable> onError) {
        this.threads = threads;
        this.onError = onError;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        takeTurn();
    }

    private void takeTurn() {
        try {
            threads.execute(this::runSome);
        } catch (RejectedExecutionException closed) {
            // Closing drops what is queued, and what comes later.
            synchronized (tasks) {
                tasks.clear();
            }
        } catch (Error noThread) {
            // The next task asks for a thread again; until then those that wait here are late, which is a fault.
            synchronized (tasks) {
                scheduled = false;
            }
            report(noThread);
        }
    }

    private void report(Throwable thrown) {
        try {
            onError.accept(thrown);
        } catch (Throwable alsoBroken) {
            // The queue must go on: those behind the broken task may be the ones that stop a duty.
            thrown.addSuppressed(alsoBroken);
        }
    }

    private void runSome() {
        for (int i = 0; i < TASKS_PER_TURN; i++) {
            Runnable task;
            synchronized (tasks) {
                task = tasks.poll();
                if (task == null) {
                    scheduled = false;
                    return;
                }
            }
            try {
                task.run();
            } catch (Throwable thrown) {
                report(thrown);
            }
        }
        takeTurn();
    }
}
