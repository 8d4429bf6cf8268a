// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.Partition;
import dev.baton.work.PartitionHandler;
import dev.baton.work.PartitionId;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does with its partitions: it logs them, and runs a command for each if one is configured. */
final class PartitionLogger implements PartitionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionLogger.class);

    private final Set<PartitionId> present = ConcurrentHashMap.newKeySet();
    private final Optional<CommandPartitions> commands;
    private int said;

    PartitionLogger(Optional<CommandPartitions> commands) {
        this.commands = commands;
    }

    @Override
    public void assigned(Partition partition) throws Exception {
        if (commands.isPresent()) {
            commands.get().assigned(partition);
        }
        present.add(partition.id());
        LOG.debug("partition assigned: partition={} token={}", partition.id(), partition.token());
    }

    @Override
    public void revoked(Partition partition, Duration within) throws Exception {
        if (commands.isPresent()) {
            commands.get().revoked(partition, within);
        }
        present.remove(partition.id());
        LOG.debug("partition revoked: partition={} token={}", partition.id(), partition.token());
    }

    /** Logs one line for all partitions that came and went since the last call. On one thread. */
    void say() {
        int now = present.size();
        if (now != said) {
            said = now;
            LOG.info("this node works on {} partitions", now);
        }
    }
}
