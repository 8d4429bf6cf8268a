// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The futures that the candidates of a node have handed out and that are not completed. Tasks on lanes and on the
 * listeners' threads complete them; once those are closed, tasks are dropped, so the remaining futures are completed
 * here. Any thread may call it.
 */
public final class OpenRequests implements AutoCloseable {
    private final Set<Request<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Not a record: two requests are never equal. */
    private static final class Request<T> {
        private final CompletableFuture<T> future;
        private final Consumer<CompletableFuture<T>> atTheEnd;

        Request(CompletableFuture<T> future, Consumer<CompletableFuture<T>> atTheEnd) {
            this.future = future;
            this.atTheEnd = atTheEnd;
        }

        void end() {
            atTheEnd.accept(future);
        }
    }

    /** @param atTheEnd completes the future if nothing else did before the node ended */
    <T> CompletableFuture<T> open(Consumer<CompletableFuture<T>> atTheEnd) {
        CompletableFuture<T> future = new CompletableFuture<>();
        track(future, atTheEnd);
        return future;
    }

    /** As {@link #open} for a future that exists. */
    <T> void track(CompletableFuture<T> future, Consumer<CompletableFuture<T>> atTheEnd) {
        Request<T> request = new Request<>(future, atTheEnd);
        // Added before the check for closed: either closing sees the request, or this check sees the close.
        open.add(request);
        CompletableFuture<T> unused = future.whenComplete((value, error) -> open.remove(request));
        if (closed) {
            request.end();
        }
    }

    /** Completes all open requests, now and from now on. Called after the threads have ended. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Request::end);
    }
}
