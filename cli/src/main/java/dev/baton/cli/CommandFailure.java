// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

/** Ends a command with a message for its user. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final String code;

    /** @param code the word for programs, as in the admin API's errors */
    public CommandFailure(ExitCode exitCode, String code, String message) {
        super(message);
        this.exitCode = exitCode;
        this.code = code;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public String code() {
        return code;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
