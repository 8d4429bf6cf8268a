// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

/** Checks that stay on in production. A broken one is a bug in Baton: the node steps down and stops. */
public final class Invariant {
    private Invariant() {}

    public static void check(boolean holds, String format, Object... values) {
        if (!holds) {
            throw new InvariantViolation(String.format(format, values));
        }
    }
}
