// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;

/** A request that is being answered. Its answer may come on any thread; the rest belongs to its processor's. */
final class RequestInProgress {
    final RequestContext context;
    final AbstractRequest request;
    /** Whether its client waits for no answer. */
    final boolean silent;

    final long begun;
    private final NetworkReceive bytes;
    private final Runnable whenReleased;
    private volatile @Nullable AbstractResponse answer;

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

    void answer(AbstractResponse given) {
        answer = given;
    }

    Optional<AbstractResponse> answer() {
        return Optional.ofNullable(answer);
    }

    /** It counts no more for what is in memory. */
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
