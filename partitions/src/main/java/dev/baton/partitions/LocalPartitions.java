// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import java.util.Collection;
import java.util.Optional;

/** The partitions that have a replica on this node. Any thread. */
public interface LocalPartitions {
    /** The replica on this node; empty if there is none (yet). */
    Optional<PartitionLog> log(PartitionKey key);

    Collection<PartitionLog> logs();

    /**
     * Calls the listener for every event from now on, and first for every partition that this node leads.
     *
     * @return ends the subscription
     */
    Runnable listen(PartitionListener listener);
}
