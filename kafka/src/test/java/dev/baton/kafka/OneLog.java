// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import dev.baton.partitions.PartitionLog;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A node that leads a single partition. */
public final class OneLog implements LocalPartitions {
    private final MemoryLog log = new MemoryLog(PartitionLogContract.KEY, NodeId.of("a"), reached -> {});

    public OneLog() {
        log.lead(Epoch.of(1));
    }

    public PartitionKey key() {
        return log.key();
    }

    @Override
    public Optional<PartitionLog> log(PartitionKey key) {
        return key.equals(log.key()) ? Optional.of(log) : Optional.empty();
    }

    @Override
    public Collection<PartitionLog> logs() {
        return List.of(log);
    }

    @Override
    public Runnable listen(PartitionListener listener) {
        return () -> {};
    }
}
