// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import org.jspecify.annotations.Nullable;

/**
 * A node's part in an election.
 *
 * @param next its place in the order of succession, from 1; absent for the leader and for those who may not lead
 */
public record CandidateView(
        String node,
        String state,
        boolean eligible,
        int priority,
        @Nullable Integer next) {}
