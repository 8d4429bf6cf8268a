// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/**
 * The call may or may not have taken effect. Retry only what is safe to do twice: a lease request with the same token
 * is, a plain write is not.
 */
public final class OutcomeUnknownException extends BatonException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message) {
        super(message);
    }

    public OutcomeUnknownException(String message, Throwable cause) {
        super(message, cause);
    }
}
