// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A leadership as it was seen.
 *
 * @param gapMs the time without an acting leader before it
 */
public record LeadershipView(
        String election,
        String node,
        String incarnation,
        long epoch,
        Instant from,
        @Nullable Instant to,
        @Nullable String reason,
        @Nullable Long gapMs) {}
