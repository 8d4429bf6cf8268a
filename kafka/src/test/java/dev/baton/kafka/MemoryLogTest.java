// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.partitions.PartitionLog;
import org.junit.jupiter.api.Test;

/** The log in memory, on which the other tests stand. */
class MemoryLogTest extends PartitionLogContract {
    private final MemoryLog log = new MemoryLog(KEY, NodeId.of("a"), reached -> {});

    @Override
    protected PartitionLog leader() {
        log.lead(Epoch.of(3));
        return log;
    }

    @Test
    void onlyTheLeaderAppends() {
        MemoryLog follower = new MemoryLog(KEY, NodeId.of("a"), reached -> {});
        follower.follow(Epoch.of(3));

        assertThatThrownBy(() -> follower.append(Batches.of(1))).isInstanceOf(NotLeaderException.class);
    }
}
