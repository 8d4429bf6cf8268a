// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import dev.baton.Candidate;
import dev.baton.NodeId;
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
        @FieldDoc(oneOf = Candidate.State.class) String state,
        boolean eligible,

        @FieldDoc("how much it is preferred, as its elector counts it")
        int priority,

        @FieldDoc(
                "place in the order of succession, from 1; on bully, of equally preferred nodes the one with the higher"
                        + " id is next")
        @Nullable
        Integer next) {
    public CandidateView {
        NodeId.of(node);
    }
}
