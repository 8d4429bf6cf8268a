// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/** The call had no effect; it may work later. */
public final class UnavailableException extends BatonException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message);
    }

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
