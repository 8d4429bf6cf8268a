// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/** A call failed at run time. There is one subclass for each way to react. */
public abstract sealed class BatonException extends RuntimeException
        permits NotLeaderException, FencedException, UnavailableException, OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    BatonException(String message) {
        super(message);
    }

    BatonException(String message, Throwable cause) {
        super(message, cause);
    }
}
