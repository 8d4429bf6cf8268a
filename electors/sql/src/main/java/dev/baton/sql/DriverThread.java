// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The one thread that calls into the driver, which may hang. A caller waits only as long as it has patience; a call
 * that is late goes on by itself, and until it is back no other is started. Interrupting the caller does not reach the
 * driver, because H2 closes the file of a database whose thread is interrupted.
 */
final class DriverThread {
    private final ExecutorService thread;
    private final Semaphore idle = new Semaphore(1);

    DriverThread() {
        this(task -> {
            Thread created = new Thread(task, "baton-sql-driver");
            created.setDaemon(true);
            return created;
        });
    }

    DriverThread(ThreadFactory threads) {
        this.thread = Executors.newSingleThreadExecutor(threads);
    }

    /** The answer, or nothing if it did not come in time. */
    <T> Optional<T> call(Supplier<T> task, Duration patience) {
        long start = System.nanoTime();
        try {
            if (!idle.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            CompletableFuture<T> answer = handOver(task);
            long left = Math.max(0, patience.toNanos() - (System.nanoTime() - start));
            return Optional.of(answer.get(left, TimeUnit.NANOSECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException | RejectedExecutionException late) {
            return Optional.empty();
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
    }

    /** Starts the task, which makes this idle again when it is back. */
    private <T> CompletableFuture<T> handOver(Supplier<T> task) {
        boolean handedOver = false;
        try {
            CompletableFuture<T> answer = new CompletableFuture<>();
            thread.execute(() -> {
                try {
                    answer.complete(task.get());
                } catch (RuntimeException | Error broken) {
                    answer.completeExceptionally(broken);
                } finally {
                    idle.release();
                }
            });
            handedOver = true;
            return answer;
        } finally {
            if (!handedOver) {
                idle.release();
            }
        }
    }

    /** Runs {@code last} after the call that is under way, and ends. Does not wait; closing twice is closing once. */
    synchronized void close(Runnable last) {
        if (!thread.isShutdown()) {
            thread.execute(last);
            thread.shutdown();
        }
    }
}
