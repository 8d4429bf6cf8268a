// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** Another node owns the name. */
public final class NameTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient NameRegistration owner;

    NameTakenException(NameRegistration owner) {
        super("the name is taken: " + owner);
        this.owner = owner;
    }

    public NameRegistration owner() {
        return owner;
    }
}
