// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.NodeId;
import java.util.Set;

/** An event of {@link ClusterHealth}. */
public sealed interface HealthEvent {
    record Joined(NodeId node) implements HealthEvent {}

    record Left(NodeId node) implements HealthEvent {}

    /** Too few are here: on this side of a partition, or because they are down. */
    record Partitioned(Set<NodeId> missing) implements HealthEvent {}

    /** Enough are here again. */
    record Merged(Set<NodeId> returned) implements HealthEvent {}

    record StatusChanged(HealthReport.Status status) implements HealthEvent {}
}
