// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.sql;

/** Decides by a clock that no test can move. */
public final class ClockRules {
    private ClockRules() {}

    public static boolean isOver(long deadline) {
        return System.nanoTime() - deadline >= 0;
    }
}
