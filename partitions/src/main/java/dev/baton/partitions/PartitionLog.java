// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * The replica of one partition on this node. Any thread; nothing here waits for the network.
 *
 * <ol>
 *   <li>Everything that {@link Append#committed} acknowledged is on the disks of a majority of replicas, and every
 *       later leader has it at the same offset.
 *   <li>Offsets have no gaps, and one offset has one record for every reader.
 *   <li>{@link #highWatermark} and {@link #startOffset} never fall.
 *   <li>Nothing at or above the high watermark is read.
 * </ol>
 */
public interface PartitionLog {
    PartitionKey key();

    /**
     * The epoch in which this node leads the partition and accepts appends; empty if it does not. A hint, not a proof.
     */
    Optional<Epoch> ledIn();

    /** The node that leads the partition, as far as this replica knows. */
    Optional<NodeId> leader();

    /** The latest epoch that this replica knows of. */
    Epoch leaderEpoch();

    /** The first offset that can be read. */
    long startOffset();

    /** The first offset that is not committed, as far as this replica knows. */
    long highWatermark();

    /** The offset that the next append gets, on the leader; elsewhere the high watermark. */
    long endOffset();

    /** The size of its records on this disk. */
    long sizeBytes();

    /**
     * Appends batches of the current format (v2), all or nothing, and gives them their offsets and the leader's epoch.
     * The bytes are copied before this returns. If an idempotent producer sends a batch again, the answer has the
     * offset of the first append.
     *
     * @throws dev.baton.NotLeaderException if this node does not lead the partition: nothing was appended
     * @throws dev.baton.UnavailableException if too much waits to be replicated: nothing was appended
     * @throws org.apache.kafka.common.errors.ApiException if the batches cannot be appended (checksum, size, format, order
     *     of sequences): nothing was appended
     */
    Append append(MemoryRecords batches);

    /**
     * Reads committed batches, from the one that contains the offset on: up to {@code maxBytes}, but at least one batch
     * if there is any. Empty at the high watermark.
     *
     * @throws org.apache.kafka.common.errors.OffsetOutOfRangeException below the start offset or above the high watermark
     */
    LogSlice read(long offset, int maxBytes);

    /** The first committed record whose timestamp is at or after this one; empty if there is none. */
    Optional<TimestampedOffset> offsetFor(long timestamp);

    /** The committed record with the largest timestamp; empty if there is none. */
    Optional<TimestampedOffset> latestTimestamp();

    /**
     * The end of the largest epoch that is not above this one: the start offset of the next epoch, or the high
     * watermark. Empty if every record has a larger epoch.
     */
    Optional<EpochEnd> endOffsetFor(Epoch epoch);

    /**
     * Deletes the records below an offset on all replicas. The future is completed with the new start offset once that
     * is committed.
     *
     * @param offset at most the high watermark
     */
    CompletableFuture<Long> deleteBefore(long offset);

    /** The offset after the last record of a producer; empty if the partition does not know it. */
    OptionalLong lastOffset(long producerId);
}
