// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

/** A bug in Baton: a state that the design rules out. Never caught and ignored. */
public final class InvariantViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    InvariantViolation(String message) {
        super(message);
    }
}
