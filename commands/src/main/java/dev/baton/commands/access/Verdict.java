// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

/** The outcome of an attempt to log in. */
public sealed interface Verdict {
    record Right(User user) implements Verdict {}

    record Wrong() implements Verdict {}

    /** Nothing was found out: too many wait already. */
    record Busy() implements Verdict {}
}
