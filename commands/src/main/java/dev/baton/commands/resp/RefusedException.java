// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

/** A command that is refused with an error reply. It has changed nothing. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reply begins with a code in capitals */
    public RefusedException(String reply) {
        // No stack trace: this is an answer, and a client may ask for a million of them.
        super(reply, null, false, false);
    }

    public static RefusedException notANumber() {
        return new RefusedException("ERR value is not an integer or out of range");
    }

    public static RefusedException syntax() {
        return new RefusedException("ERR syntax error");
    }

    public Reply reply() {
        return Reply.failure(String.valueOf(getMessage()));
    }
}
