// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What the store keeps about one election, as it was when the store answered. The row is never deleted: after a release
 * it still holds the epoch.
 *
 * @param leader the last holder and its epoch
 * @param remaining until expiry by the store's own clock; zero or less once it is over
 * @param released whether the holder gave the lease back; otherwise it expires
 * @param successor the node that the holder named when it gave the lease back
 * @param priority the priority under which the holder leads
 * @param claim the highest claim on the lease, if there is one that has not expired by the store's own clock
 */
public record LeaseRow(
        Leader leader,
        LeaseToken token,
        Duration remaining,
        boolean released,
        Optional<NodeId> successor,
        Priority priority,
        Optional<LeaseClaim> claim) {
    public LeaseRow {
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(remaining, "remaining");
        Objects.requireNonNull(successor, "successor");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(claim, "claim");
    }

    /** A row whose holder has the highest priority and no claim against it. */
    public LeaseRow(Leader leader, LeaseToken token, Duration remaining, boolean released, Optional<NodeId> successor) {
        this(leader, token, remaining, released, successor, Priority.DEFAULT, Optional.empty());
    }

    public boolean isLive() {
        return !released && remaining.compareTo(Duration.ZERO) > 0;
    }

    /** Whether this node, with this priority, may claim the lease. */
    public boolean mayBeClaimedBy(NodeId node, Priority by) {
        return isLive()
                && by.isAbove(priority)
                && !holder().id().equals(node)
                && claim.filter(other -> !other.node().id().equals(node) && !by.isAbove(other.priority()))
                        .isEmpty();
    }

    public Epoch epoch() {
        return leader.epoch();
    }

    public Node holder() {
        return leader.node();
    }

    public Endpoints endpoints() {
        return leader.endpoints();
    }
}
