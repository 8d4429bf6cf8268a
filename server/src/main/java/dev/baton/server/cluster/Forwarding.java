// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.Requester;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Forwards an operation to the node that it concerns, on behalf of the caller. */
public final class Forwarding {
    private final AdminClient client;
    private final Duration patience;

    /** @param patience how long the other node may take to perform it */
    public Forwarding(AdminClient client, Duration patience) {
        this.client = client;
        this.patience = patience;
    }

    /** The other node did not answer, and as far as is known has not recorded the operation either. */
    public static final class NotAnswered extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient ApiException told;

        private NotAnswered(ApiException told) {
            super(told.getMessage());
            this.told = told;
        }

        /** The answer for the caller. */
        public ApiException told() {
            return told;
        }
    }

    /**
     * Performs the operation there.
     *
     * @throws ApiException what the other node said, in its own words; it has noted it
     */
    public <T> T post(String admin, String path, Object operation, Requester behalf, Class<T> answer)
            throws NotAnswered {
        try {
            AdminClient.Reply reply = client.post(admin, path, operation, Optional.of(behalf), patience)
                    .join();
            if (reply.isOk()) {
                return reply.as(answer);
            }
            throw reply.refusal()
                    .flatMap(it -> ApiError.find(it.code()).map(code -> new ApiException(code, it.message())))
                    .orElseGet(() -> new ApiException(ApiError.UNAVAILABLE, "the node concerned refused"));
        } catch (IOException | CompletionException failed) {
            throw new NotAnswered(
                    failed.getCause() instanceof ConnectException
                            ? unreachable()
                            : new ApiException(
                                    ApiError.TIMEOUT, "the node concerned did not answer; it may have been done"));
        }
    }

    static ApiException unreachable() {
        return new ApiException(ApiError.UNAVAILABLE, "the node concerned cannot be reached");
    }
}
