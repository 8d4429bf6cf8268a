// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The state of the cluster.
 *
 * @param since when each present node was first seen, by the wall clock: for showing
 * @param missing nodes that are expected and not here
 */
public record HealthReport(Status status, Map<NodeId, Instant> since, Set<NodeId> missing) {
    /** Whether all that should be here are. */
    public enum Status {
        /** No check has been made under this leadership. */
        UNKNOWN,
        HEALTHY,
        /** An expected node is missing. */
        DEGRADED
    }

    static final HealthReport UNKNOWN = new HealthReport(Status.UNKNOWN, Map.of(), Set.of());

    public HealthReport {
        since = Map.copyOf(since);
        missing = Set.copyOf(missing);
    }

    public boolean isHealthy() {
        return status == Status.HEALTHY;
    }
}
