// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** A call that is answered with an error; the message is for the caller, and carries no secret. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiError error;

    public ApiException(ApiError error, String message) {
        super(message, null, false, false);
        this.error = error;
    }

    public ApiError error() {
        return error;
    }
}
