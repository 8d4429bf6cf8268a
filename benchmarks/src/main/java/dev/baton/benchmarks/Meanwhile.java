// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A measurement that is made once: beside something else that waits, or else when its result is asked for. */
final class Meanwhile<T> {
    private final FutureTask<T> task;
    private boolean begun;

    Meanwhile(Callable<T> measurement) {
        this.task = new FutureTask<>(measurement);
    }

    /** Begins on a thread of its own, unless it has begun. */
    void begin() {
        if (!begun) {
            begun = true;
            new Thread(task, "meanwhile").start();
        }
    }

    T result() throws IOException {
        begun = true;
        task.run(); // does nothing if it runs, or has run
        try {
            return task.get();
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", told);
        } catch (ExecutionException failed) {
            throw new IOException("the measurement failed: " + failed.getCause(), failed.getCause());
        }
    }

    /** Waits for its end, if it has begun: processes of a measurement are not to outlive it. */
    void await() {
        if (begun) {
            try {
                T unused = task.get();
            } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException failed) {
                // Told by result().
            }
        }
    }
}
