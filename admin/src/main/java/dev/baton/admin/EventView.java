// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened.
 *
 * @param seq rises with every event of a node, also across its restarts
 * @param node the node that it happened to
 * @param duty which duty, where it is about one
 * @param gapMs where it is about a new leader, the time without one before: see {@link LeadershipView}
 */
public record EventView(
        long seq,
        Instant at,

        @FieldDoc(
                "became_leader, lost_leadership, leader_down, leader_changed, duty_started, duty_stopped, duty_restarted,"
                        + " duty_failed, alarm, node_joined, node_left or operation")
        String type,

        @Nullable String election,
        String node,
        @Nullable Long epoch,
        @Nullable String reason,
        @Nullable String duty,
        @Nullable String detail,

        @FieldDoc("with leader_changed, how long nobody led before; see Leadership") @Nullable
        Long gapMs) {}
