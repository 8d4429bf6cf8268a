// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import dev.baton.internal.check.Validation;

/**
 * How much a client may send before it is cut off.
 *
 * @param arguments of one command, its name included
 * @param argumentBytes of one argument
 * @param commandBytes of all arguments of one command
 * @param incompleteBytes of all commands, of all clients together, that have begun and not ended; the first
 *     {@value #UNCOUNTED} of each are not counted, so that small commands pass whatever others do
 */
public record ReadLimits(int arguments, int argumentBytes, int commandBytes, int incompleteBytes) {
    /** Bytes of a command that count for nothing. */
    static final int UNCOUNTED = 4096;

    /** What a client may send before it has logged in. */
    public static final ReadLimits BEFORE_LOGIN = new ReadLimits(16, 2048, UNCOUNTED, UNCOUNTED);

    public static final ReadLimits DEFAULT = new ReadLimits(1024, 1 << 20, (1 << 20) + (64 << 10), 64 << 20);

    private static final int MAX_ARGUMENTS = 1 << 16;
    private static final int MAX_BYTES = 512 << 20;

    public ReadLimits {
        Validation.of("read limits")
                .between("arguments", arguments, 1, MAX_ARGUMENTS)
                .between("argumentBytes", argumentBytes, 64, MAX_BYTES)
                .between("commandBytes", commandBytes, 64, MAX_BYTES)
                .between("incompleteBytes", incompleteBytes, 64, MAX_BYTES)
                .require(
                        argumentBytes <= commandBytes && commandBytes <= incompleteBytes,
                        "argumentBytes %s, commandBytes %s and incompleteBytes %s must not fall",
                        argumentBytes,
                        commandBytes,
                        incompleteBytes)
                .check();
    }

    public ReadLimits withArgumentBytes(int bytes) {
        return new ReadLimits(arguments, bytes, bytes + (64 << 10), Math.max(incompleteBytes, bytes + (64 << 10)));
    }
}
