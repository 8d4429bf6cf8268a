// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who leads.
 *
 * @param since when it was first seen to lead
 * @param leaseLeftMs how long that is certain without further news; only the leader itself knows
 */
public record LeaderView(
        String node,
        String incarnation,
        long epoch,
        @Nullable Instant since,
        @Nullable Long leaseLeftMs,
        Map<String, String> endpoints) {}
