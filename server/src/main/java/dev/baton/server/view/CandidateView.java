// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in an election.
 *
 * @param eligible whether it may lead
 * @param priority how much it is preferred, as its elector counts it
 * @param next its place in the order of succession, from 1; absent for the leader and for those who may not lead
 */
public record CandidateView(
        String node,
        String state,
        boolean eligible,
        int priority,
        @Nullable Integer next) {
    public CandidateView {
        NodeId.of(node);
    }
}
