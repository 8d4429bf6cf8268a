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
     * Tells the listener of everything from now on, and first of every lead that this node has.
     *
     * @return ends it
     */
    Runnable listen(PartitionListener listener);
}
