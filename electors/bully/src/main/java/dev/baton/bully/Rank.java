// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.spi.Priority;
import java.util.Comparator;

/** Who should lead: the higher priority, and of equal ones the higher id. */
record Rank(Priority priority, NodeId id) {
    static Comparator<Rank> by(IdOrder order) {
        return Comparator.comparing(Rank::priority).thenComparing(Rank::id, order);
    }
}
