// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

/** A mistake in how an application uses Baton, for which it does not start. */
final class SetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * @param description what is wrong
     * @param action what to change
     */
    SetupException(String description, String action) {
        super(description);
        this.action = action;
    }

    /** The same for one that another exception told of. */
    SetupException(String description, String action, Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
