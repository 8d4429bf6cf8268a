// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import dev.baton.core.Endpoints;
import dev.baton.core.Epoch;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What the store keeps about one election, as it stood when the store answered. The row is never deleted: after a
 * release it still holds the epoch.
 *
 * @param leader the last holder and its epoch
 * @param remaining until expiry by the store's own clock; zero or less once it is over
 * @param released whether the holder gave it back, rather than let it expire
 * @param successor whom the holder named when it gave it back
 */
public record LeaseRow(
        Leader leader, LeaseToken token, Duration remaining, boolean released, Optional<NodeId> successor) {
    public LeaseRow {
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(remaining, "remaining");
        Objects.requireNonNull(successor, "successor");
    }

    public boolean isLive() {
        return !released && remaining.compareTo(Duration.ZERO) > 0;
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
