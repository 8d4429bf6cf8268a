// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.encoding;

/** Bytes that are not what they should be: damaged, or not ours. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
