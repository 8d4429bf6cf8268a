// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;

/** Figures of a partition's log, from its leader. */
public record PartitionFigures(
        @FieldDoc("the first offset that can be read") long startOffset,

        @FieldDoc("the offset of the next record, once it is committed")
        long endOffset,

        @FieldDoc("on the leader's disk; every replica has about as many")
        long sizeBytes,

        @FieldDoc("averaged over some ten seconds") double recordsInPerSecond,
        @FieldDoc("averaged over some ten seconds") double bytesInPerSecond) {
    /** The figures of one partition, from the node that leads it. */
    public record LedPartition(
            @FieldDoc("the id of the topic") String topic, int partition, long leaderEpoch, PartitionFigures figures) {}

    /** The partitions that one node leads. */
    public record Local(String node, List<LedPartition> partitions) {}
}
