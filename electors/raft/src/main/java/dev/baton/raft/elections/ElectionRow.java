// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What all members know about one election. It says who was granted the lease, and never until when: that is in the
 * {@link LeaseTable} of the group's leader. Never deleted, since it holds the epoch.
 *
 * @param lease how long the lease lasts that is not renewed; the same for as long as the token is
 * @param priority the priority under which the holder leads
 */
record ElectionRow(
        Leader leader,
        LeaseToken token,
        Duration lease,
        boolean released,
        Optional<NodeId> successor,
        Priority priority) {
    ElectionRow {
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(successor, "successor");
        Objects.requireNonNull(priority, "priority");
    }

    /**
     * One grant of a lease. The token alone does not tell it: an attempt that is given up may still be under way, and win
     * again after it was granted, and lost.
     */
    record Grant(LeaseToken token, Epoch epoch) {}

    Grant grant() {
        return new Grant(token, leader.epoch());
    }

    ElectionName election() {
        return leader.election();
    }

    ElectionRow givenBack(Optional<NodeId> to) {
        return new ElectionRow(leader, token, lease, true, to, priority);
    }
}
