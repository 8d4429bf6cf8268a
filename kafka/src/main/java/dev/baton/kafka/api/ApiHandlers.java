// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.kafka.network.RequestHandler;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.feature.Features;
import org.apache.kafka.common.message.ApiMessageType.ListenerType;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.SaslAuthenticateRequest;
import org.apache.kafka.common.requests.SaslHandshakeRequest;

/** Which handler answers which request. What has no handler is not offered, and refused as such. */
public final class ApiHandlers implements RequestHandler {
    private final Map<ApiKeys, ApiHandler<AbstractRequest>> handlers = new EnumMap<>(ApiKeys.class);

    public ApiHandlers() {
        on(ApiKeys.API_VERSIONS, ApiVersionsRequest.class, this::apiVersions);
        // Offered, so that a client that has to log in does it with messages that can carry an error. A login itself
        // does
        // not come here.
        on(ApiKeys.SASL_HANDSHAKE, SaslHandshakeRequest.class, (context, request) -> tooLate());
        on(ApiKeys.SASL_AUTHENTICATE, SaslAuthenticateRequest.class, (context, request) -> tooLate());
    }

    /** Has requests of a kind answered by this. */
    public <Q extends AbstractRequest> ApiHandlers on(ApiKeys key, Class<Q> type, ApiHandler<Q> handler) {
        handlers.put(key, (context, request) -> handler.handle(context, type.cast(request)));
        return this;
    }

    @Override
    public CompletableFuture<AbstractResponse> handle(RequestContext context, AbstractRequest request) {
        ApiHandler<AbstractRequest> handler = handlers.get(context.header.apiKey());
        if (handler == null) {
            return CompletableFuture.failedFuture(
                    new UnsupportedVersionException(context.header.apiKey() + " is not offered"));
        }
        return plain(handler.handle(context, request));
    }

    /** The same one, so that to cancel it is to cancel the work. Only the handler completes it. */
    @SuppressWarnings("unchecked")
    private static CompletableFuture<AbstractResponse> plain(CompletableFuture<? extends AbstractResponse> answer) {
        return (CompletableFuture<AbstractResponse>) answer;
    }

    private static CompletableFuture<AbstractResponse> tooLate() {
        return CompletableFuture.failedFuture(new IllegalSaslStateException("there is nothing to log in to"));
    }

    private CompletableFuture<ApiVersionsResponse> apiVersions(RequestContext context, ApiVersionsRequest request) {
        if (request.hasUnsupportedRequestVersion()) {
            return CompletableFuture.completedFuture(
                    request.getErrorResponse(0, Errors.UNSUPPORTED_VERSION.exception()));
        }
        if (!request.isValid()) {
            return CompletableFuture.completedFuture(request.getErrorResponse(0, Errors.INVALID_REQUEST.exception()));
        }
        return CompletableFuture.completedFuture(apiVersions(context.apiVersion()));
    }

    @Override
    public ApiVersionsResponse apiVersions(short version) {
        return new ApiVersionsResponse.Builder()
                .setApiVersions(ApiVersionsResponse.collectApis(ListenerType.BROKER, handlers.keySet(), false))
                .setSupportedFeatures(Features.emptySupportedFeatures())
                .setFinalizedFeatures(Map.of())
                .setFinalizedFeaturesEpoch(ApiVersionsResponse.UNKNOWN_FINALIZED_FEATURES_EPOCH)
                .build();
    }
}
