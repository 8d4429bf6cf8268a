// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A leadership as it was seen.
 *
 * @param to when its leader stopped or, if that did not say so, was heard from last
 * @param gapMs how long no node led before it: since the former leader gave leadership back, was proven to be gone or, if
 *     neither, was heard from last
 */
public record LeadershipView(
        String election,
        String node,
        String incarnation,
        long epoch,
        Instant from,
        @Nullable Instant to,
        @Nullable String reason,

        @FieldDoc("how long the election had no leader before: since the former leader released it, was proven gone or,"
                + " if neither, was heard from last; milliseconds")
        @Nullable
        Long gapMs) {
    /** The same, after so long without a leader. */
    public LeadershipView after(long gap) {
        return new LeadershipView(election, node, incarnation, epoch, from, to, reason, gap);
    }
}
