// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.KafkaMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.UnsupportedVersionException;
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
    private volatile @Nullable Answer answer;
    private volatile Runnable whenSent = () -> {};
    private CompletableFuture<?> work = new CompletableFuture<>();

    /** What it is answered with, as it is sent: that is smaller than what it is made of. */
    record Answer(Send bytes, Map<Errors, Integer> errors) {
        boolean isFailure() {
            return errors.keySet().stream().anyMatch(it -> it != Errors.NONE);
        }
    }

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
        CompletableFuture<AbstractResponse> handled;
        try {
            handled = handler.handle(context, request);
        } catch (RuntimeException | Error failure) {
            // Of this request alone: the others of its thread go on.
            handled = CompletableFuture.failedFuture(failure);
        }
        work = handled;
        return handled;
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

    private Send bytes(AbstractResponse given) {
        try {
            return context.buildResponseSend(given);
        } catch (RuntimeException cannotBeWritten) {
            LOG.error("an answer could not be written: {}", context.header, cannotBeWritten);
            return context.buildResponseSend(request.getErrorResponse(0, Errors.UNKNOWN_SERVER_ERROR.exception()));
        }
    }

    /**
     * Keeps its answer until it is sent.
     *
     * @throws InvalidRequestException if there is no memory left for that
     */
    void answer(AbstractResponse given, RequestBudget budget) {
        long cost = cost(given);
        budget.take(cost);
        whenSent = () -> budget.release(cost);
        answer = new Answer(bytes(given), given.errorCounts());
        // What the answer is made of is no longer needed.
        work = CompletableFuture.completedFuture(null);
    }

    private long cost(AbstractResponse given) {
        try {
            return RequestBudget.cost(given, context.apiVersion());
        } catch (UnsupportedVersionException cannotBeWritten) {
            // An error is sent instead.
            return 0;
        }
    }

    Optional<Answer> answer() {
        return Optional.ofNullable(answer);
    }

    void count(Answer given, KafkaMetrics metrics, long now) {
        String api = context.header.apiKey().name;
        metrics.answered(api, now - begun);
        given.errors().forEach((error, times) -> {
            if (error != Errors.NONE) {
                metrics.error(api, error.name(), times);
            }
        });
    }

    /** It no longer counts for what is in memory. */
    void release() {
        release(bytes);
        whenReleased.run();
        whenSent.run();
    }

    static void release(NetworkReceive bytes) {
        try {
            bytes.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
