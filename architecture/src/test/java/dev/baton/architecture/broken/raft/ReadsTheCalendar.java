// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.raft;

/** Would judge leases otherwise once somebody sets the clock. */
public final class ReadsTheCalendar {
    private ReadsTheCalendar() {}

    public static long now() {
        return System.currentTimeMillis();
    }
}
