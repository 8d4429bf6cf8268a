// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.Arrays;
import java.util.Optional;

/** The errors of the admin API. */
public enum ApiError {
    BAD_REQUEST(400),
    UNAUTHENTICATED(401),
    FORBIDDEN(403),
    BAD_ORIGIN(403),
    NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    STALE_EPOCH(409),
    NOT_LEADER(409),
    CONFLICT(409),
    TOO_LARGE(413),
    UNSUPPORTED_MEDIA_TYPE(415),
    HOST_NOT_ALLOWED(421),
    TOO_MANY_REQUESTS(429),
    INTERNAL(500),
    UNAVAILABLE(503),
    TIMEOUT(504);

    private final int status;

    ApiError(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }

    public static Optional<ApiError> find(String code) {
        return Arrays.stream(values()).filter(it -> it.name().equals(code)).findFirst();
    }

    /** What is said for a status that something else has set. */
    public static ApiError of(int status) {
        return Arrays.stream(values())
                .filter(it -> it.status == status)
                .findFirst()
                .orElse(status < 500 ? BAD_REQUEST : INTERNAL);
    }
}
