// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.Optional;

/**
 * A member as another one sees it.
 *
 * @param id with its storage's
 * @param lag how many committed entries it is behind; known to the leader alone
 * @param silent since it answered last; known to the leader alone
 */
public record MemberView(
        NodeId node, String id, String address, Role role, Optional<Long> lag, Optional<Duration> silent) {
    /** What a member does in its group. */
    public enum Role {
        LEADER,
        VOTER,
        LISTENER
    }
}
