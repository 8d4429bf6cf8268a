// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.partitions.PartitionKey;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has records deleted that are too old, or too many, in the groups that this node leads. It is an entry of the group, so
 * that all replicas delete the same. Nothing of a topic whose settings are not known for sure.
 */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final Supplier<Collection<GroupData>> groups;
    private final Function<PartitionKey, Optional<LogSettings>> settings;
    private final LongSupplier clock;

    Retention(
            Supplier<Collection<GroupData>> groups,
            Function<PartitionKey, Optional<LogSettings>> settings,
            LongSupplier clock) {
        this.groups = groups;
        this.settings = settings;
        this.clock = clock;
    }

    void look() {
        long now = clock.getAsLong();
        for (GroupData group : groups.get()) {
            if (group.ledIn().isPresent()) {
                group.replicas()
                        .forEach(replica ->
                                settings.apply(replica.key()).ifPresent(known -> look(group, replica, known, now)));
            }
        }
    }

    private static void look(GroupData group, PartitionReplica replica, LogSettings settings, long now) {
        OptionalLong start = RetentionRules.start(
                replica.files().segments().stream()
                        .map(it -> new RetentionRules.Piece(it.end(), it.bytes(), it.maxTimestamp()))
                        .toList(),
                settings,
                replica.startOffset(),
                replica.highWatermark(),
                now);
        if (start.isPresent()) {
            LOG.info("{} of group {} starts at offset {} from now on", replica.key(), group.group(), start);
            CompletableFuture<?> unused =
                    replica.deleteBefore(start.getAsLong()).handle((done, problem) -> true);
        }
    }
}
