// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.Epoch;

/**
 * Receives the events of a node's partitions, in order for each partition. Called on the threads that replicate:
 * it must not block and must not throw.
 */
public interface PartitionListener {
    /** This node leads the partition: it has everything that was ever acknowledged, and accepts appends. */
    default void leads(PartitionKey key, Epoch epoch) {}

    /** This node no longer leads the partition, or has no replica of it. */
    default void leadsNoMore(PartitionKey key, Epoch epoch) {}

    /** Records below this offset are committed, and can be read here. Never falls. */
    default void committed(PartitionKey key, long highWatermark) {}

    /** The topic was deleted, or the replica moved to another node: its data here is gone. */
    default void removed(PartitionKey key) {}
}
