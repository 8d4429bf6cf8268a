// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.PartitionId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How long partitions have had no worker, as seen by one node. Thread-safe. */
final class UnassignedAges {
    private final Map<PartitionId, Long> since = new HashMap<>();

    /** Exactly these partitions have no worker now. */
    synchronized void saw(Collection<PartitionId> unassigned, long now) {
        Set<PartitionId> present = new HashSet<>(unassigned);
        since.keySet().retainAll(present);
        present.forEach(it -> since.putIfAbsent(it, now));
    }

    synchronized Optional<Duration> oldest(long now) {
        return since.values().stream().map(it -> now - it).max(Long::compare).map(Duration::ofNanos);
    }
}
