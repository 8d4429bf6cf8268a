// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

/** A command that is refused with an error reply. It has changed nothing. */
public final class CommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reply begins with a code in capitals */
    public CommandRefusedException(String reply) {
        // No stack trace: this is an answer, and a client may ask for a million of them.
        super(reply, null, false, false);
    }

    public static CommandRefusedException notANumber() {
        return new CommandRefusedException("ERR value is not an integer or out of range");
    }

    public static CommandRefusedException syntax() {
        return new CommandRefusedException("ERR syntax error");
    }

    public Reply reply() {
        return Reply.failure(String.valueOf(getMessage()));
    }
}
