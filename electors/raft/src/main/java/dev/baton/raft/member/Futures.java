// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What comes after a future. */
final class Futures {
    private static final Logger LOG = LoggerFactory.getLogger(Futures.class);

    private Futures() {}

    /** Runs {@code next} with the outcome; what it throws is logged. */
    static <T> void then(CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> next) {
        CompletableFuture<T> unused = future.whenComplete((value, problem) -> {
            try {
                next.accept(value, problem);
            } catch (RuntimeException broken) {
                LOG.error("A callback on an answer failed", broken);
            }
        });
    }

    /** What a future failed with, without what futures wrap around it. */
    static Throwable cause(@Nullable Throwable problem) {
        Throwable cause = problem == null ? new IllegalStateException("no answer, and no reason") : problem;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
