// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestContext;

/** Handles the requests of connections. */
public interface RequestHandler {
    /**
     * Begins to answer a request. Requests of one connection are handed over in the order in which they came, the next
     * one without waiting for the answer of this one. Must not block.
     */
    CompletableFuture<AbstractResponse> handle(RequestContext context, AbstractRequest request);

    /** What a client may ask for, which it may want to know before it logs in. */
    ApiVersionsResponse apiVersions(short version);
}
