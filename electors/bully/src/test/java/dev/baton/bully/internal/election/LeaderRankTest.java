// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.bully.IdOrder;
import dev.baton.spi.Priority;
import org.junit.jupiter.api.Test;

class LeaderRankTest {
    @Test
    void priorityComesBeforeTheId() {
        LeaderRank low = new LeaderRank(new Priority(10), NodeId.of("node9"));
        LeaderRank high = new LeaderRank(new Priority(20), NodeId.of("node1"));

        assertThat(LeaderRank.by(IdOrder.NATURAL).compare(high, low)).isPositive();
    }
}
