// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

/** The leader refused a command: it has changed nothing, and would be refused again. */
public final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reply as the server worded it, its code first */
    public CommandFailedException(String reply) {
        super(reply);
    }

    /** The first word of the reply, for example {@code WRONGTYPE}. */
    public String code() {
        return String.valueOf(getMessage()).split(" ", 2)[0];
    }
}
