// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

/** The outcome of a request to another node. */
public sealed interface CallOutcome<T> {
    record Answered<T>(T answer) implements CallOutcome<T> {}

    /**
     * There is no answer that could be used.
     *
     * @param refused whether nobody listens there
     */
    record Failed<T>(boolean refused, String why) implements CallOutcome<T> {}
}
