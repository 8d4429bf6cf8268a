// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

/**
 * The format of what is replicated. A member that reads less of an entry than others would come to differ from them, so
 * everything that is put into the state, or changes it in another way, needs a new format.
 *
 * <ol>
 *   <li>Every node says at its registration which format it knows. The leader writes the lowest of those, and never one
 *       below what was written before.
 *   <li>An entry names its format, and the state the highest that was ever named. A member that does not know it stops.
 *   <li>A node that does not know the format of the state can no longer register.
 * </ol>
 *
 * Requests and answers have no format: what they lack, or have beyond that, is left out of account.
 */
final class LogFormatVersion {
    static final int FIRST = 1;
    /** The format that this version knows. */
    static final int LATEST = 1;

    private LogFormatVersion() {}

    /** @throws IllegalStateException if a member that knows {@code known} must stop */
    static void require(int format, int known) {
        if (format > known) {
            throw new IllegalStateException("this is of format " + format + ", and this version knows " + known
                    + ": it must not continue, since it would differ from others; update it");
        }
    }
}
