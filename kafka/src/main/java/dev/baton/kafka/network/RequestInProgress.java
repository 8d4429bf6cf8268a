// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;

/** A request that is being answered. Its answer may come on any thread; the rest belongs to its processor's. */
final class RequestInProgress {
    /** What takes longer than this is not counted. */
    private static final Duration MAX_PENDING_TIME = Duration.ofMinutes(5);

    final RequestContext context;
    final AbstractRequest request;
    /** Whether its client waits for no answer. */
    final boolean silent;

    final long begun;
    private final NetworkReceive bytes;
    private final Runnable whenReleased;
    private volatile @Nullable AbstractResponse answer;
    private CompletableFuture<AbstractResponse> work = new CompletableFuture<>();

    /** @param whenReleased called once, when it takes no more memory */
    RequestInProgress(
            RequestContext context, AbstractRequest request, NetworkReceive bytes, Runnable whenReleased, long begun) {
        this.context = context;
        this.request = request;
        this.silent = request instanceof ProduceRequest produce && produce.acks() == 0;
        this.bytes = bytes;
        this.whenReleased = whenReleased;
        this.begun = begun;
    }

    /** Begins to answer it. */
    CompletableFuture<AbstractResponse> handledBy(RequestHandler handler) {
        try {
            work = handler.handle(context, request);
        } catch (RuntimeException failure) {
            work = CompletableFuture.failedFuture(failure);
        }
        return work;
    }

    /**
     * Its client no longer waits for an answer. A fetch ends; anything else continues, and counts for what is in memory until it
     * is done.
     */
    void abandon() {
        if (request instanceof FetchRequest) {
            work.cancel(false);
        }
        CompletableFuture<?> unused = work.copy()
                .completeOnTimeout(null, MAX_PENDING_TIME.toSeconds(), TimeUnit.SECONDS)
                .whenComplete((ignored, failure) -> release());
    }

    void answer(AbstractResponse given) {
        answer = given;
    }

    Optional<AbstractResponse> answer() {
        return Optional.ofNullable(answer);
    }

    /** It no longer counts for what is in memory. */
    void release() {
        release(bytes);
        whenReleased.run();
    }

    static void release(NetworkReceive bytes) {
        try {
            bytes.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
