// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.NodeId;
import dev.baton.bully.IdOrder;
import dev.baton.spi.Priority;
import java.util.Comparator;

/** Who should lead: the higher priority, and of equal ones the higher id. */
public record LeaderRank(Priority priority, NodeId id) {
    public static Comparator<LeaderRank> by(IdOrder order) {
        return Comparator.comparing(LeaderRank::priority).thenComparing(LeaderRank::id, order);
    }
}
