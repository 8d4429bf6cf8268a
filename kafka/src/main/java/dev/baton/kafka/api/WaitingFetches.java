// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.Epoch;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Fetches that wait for records. One thread looks again at those whose partitions have changed. There are no more of them
 * than connections may have requests.
 */
public final class WaitingFetches implements PartitionListener, AutoCloseable {
    private final Map<PartitionKey, Set<Waiting<?>>> byPartition = new ConcurrentHashMap<>();
    private final ScheduledExecutorService looker;

    public WaitingFetches() {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "baton-kafka-fetches");
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        this.looker = Executors.unconfigurableScheduledExecutorService(threads);
    }

    /**
     * Completes as soon as {@code enough} has a result, or after a time with the one that there is then.
     *
     * @param keys after whose changes to look again
     */
    <R> CompletableFuture<R> await(
            List<PartitionKey> keys, int millis, Supplier<Optional<R>> enough, Supplier<R> whatever) {
        Waiting<R> waiting = new Waiting<>(enough, whatever);
        keys.forEach(key -> byPartition
                .computeIfAbsent(key, it -> ConcurrentHashMap.newKeySet())
                .add(waiting));
        ScheduledFuture<?> timer = looker.schedule(waiting::giveUp, millis, TimeUnit.MILLISECONDS);
        CompletableFuture<?> unused = waiting.result.whenComplete((done, failure) -> {
            timer.cancel(false);
            keys.forEach(key -> byPartition.computeIfPresent(key, (same, all) -> {
                all.remove(waiting);
                return all.isEmpty() ? null : all;
            }));
        });
        // Something may have come before it waited here.
        waiting.lookAgain();
        return waiting.result;
    }

    /** How many wait. */
    public int size() {
        return (int)
                byPartition.values().stream().flatMap(Set::stream).distinct().count();
    }

    @Override
    public void committed(PartitionKey key, long highWatermark) {
        changed(key);
    }

    @Override
    public void leadsNoMore(PartitionKey key, Epoch epoch) {
        changed(key);
    }

    @Override
    public void removed(PartitionKey key) {
        changed(key);
    }

    private void changed(PartitionKey key) {
        Set<Waiting<?>> waiting = byPartition.get(key);
        if (waiting != null) {
            waiting.forEach(Waiting::lookAgain);
        }
    }

    @Override
    public void close() {
        looker.shutdownNow();
    }

    private final class Waiting<R> {
        private final Supplier<Optional<R>> enough;
        private final Supplier<R> whatever;
        private final CompletableFuture<R> result = new CompletableFuture<>();
        private final AtomicBoolean queued = new AtomicBoolean();

        Waiting(Supplier<Optional<R>> enough, Supplier<R> whatever) {
            this.enough = enough;
            this.whatever = whatever;
        }

        void lookAgain() {
            if (!looker.isShutdown() && !result.isDone() && queued.compareAndSet(false, true)) {
                looker.execute(() -> {
                    queued.set(false);
                    if (!result.isDone()) {
                        complete(() -> enough.get().ifPresent(result::complete));
                    }
                });
            }
        }

        void giveUp() {
            complete(() -> result.complete(whatever.get()));
        }

        private void complete(Runnable attempt) {
            try {
                attempt.run();
            } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
            }
        }
    }
}
