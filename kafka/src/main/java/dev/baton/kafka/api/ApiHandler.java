// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestContext;

/**
 * Answers one kind of request. Called on the thread that reads the connection, so that it must not block.
 *
 * @param <Q> the request
 */
@FunctionalInterface
public interface ApiHandler<Q extends AbstractRequest> {
    CompletableFuture<? extends AbstractResponse> handle(RequestContext context, Q request);
}
