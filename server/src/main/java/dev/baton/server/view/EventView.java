// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

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
        String type,
        @Nullable String election,
        String node,
        @Nullable Long epoch,
        @Nullable String reason,
        @Nullable String duty,
        @Nullable String detail,
        @Nullable Long gapMs) {}
