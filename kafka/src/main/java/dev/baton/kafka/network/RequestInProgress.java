// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.Send;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that is being answered. Its answer may come on any thread; the rest belongs to its processor's. */
final class RequestInProgress {
    private static final Logger LOG = LoggerFactory.getLogger(RequestInProgress.class);
    /** What takes longer than this is no longer counted. */
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
        } catch (RuntimeException | Error failure) {
            // Of this request alone: the others of its thread go on.
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

    /** What is answered if that failed. */
    AbstractResponse failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (Errors.forException(cause) == Errors.UNKNOWN_SERVER_ERROR) {
            LOG.error("a request failed: {}", context.header, cause);
        }
        return request.getErrorResponse(0, Errors.forException(cause).exception());
    }

    Send bytes(AbstractResponse given) {
        try {
            return context.buildResponseSend(given);
        } catch (RuntimeException cannotBeWritten) {
            LOG.error("an answer could not be written: {}", context.header, cannotBeWritten);
            return context.buildResponseSend(request.getErrorResponse(0, Errors.UNKNOWN_SERVER_ERROR.exception()));
        }
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
