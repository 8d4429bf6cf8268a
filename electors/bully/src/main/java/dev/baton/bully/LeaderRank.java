// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.spi.Priority;
import java.util.Comparator;

/** Who should lead: the higher priority, and of equal ones the higher id. */
record LeaderRank(Priority priority, NodeId id) {
    static Comparator<LeaderRank> by(IdOrder order) {
        return Comparator.comparing(LeaderRank::priority).thenComparing(LeaderRank::id, order);
    }
}
