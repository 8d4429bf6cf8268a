// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

/** Exit codes. The table in {@code docs/cli.md} is for users, these are the names in the code. */
public enum ExitCode {
    OK(0),
    /** Attempted, and failed. */
    FAILED(1),
    /** Usage error; nothing was attempted. */
    USAGE(2),
    /** Not found: no leader, or no such election or node. */
    NOT_THERE(3),
    /** No answer: the node or the store cannot be reached, or took too long. */
    UNREACHABLE(4),
    /** Refused: not allowed, not confirmed, or overtaken by a newer leadership. */
    REFUSED(5),
    /** Of {@code run}: this machine did not lead, or not for long enough. Trying again may help. */
    NOT_LEADING(75),
    /** Of {@code run}: Baton itself failed, so that it is not mistaken for a code of the command. */
    RUN_FAILED(125),
    /** The reader of the output is gone. */
    BROKEN_PIPE(141);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
