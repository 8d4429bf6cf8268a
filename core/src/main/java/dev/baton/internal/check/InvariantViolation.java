// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

/** We are wrong: a state that the design rules out. Never caught to be stepped over. */
public final class InvariantViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    InvariantViolation(String message) {
        super(message);
    }
}
