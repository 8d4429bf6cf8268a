// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.Epoch;
import java.util.concurrent.CompletableFuture;

/**
 * Batches that a leader has put into the order of its partition, and that are on their way to the other replicas.
 *
 * @param baseOffset of the first record
 * @param endOffset one after the last record
 * @param epoch in which they were appended
 * @param appendTime the time that the records got from the leader, in milliseconds; -1 if they keep their own
 * @param duplicate whether the same producer appended them before, under the same sequence
 * @param committed completed once they are on the disks of a majority; fails with {@link dev.baton.NotLeaderException}
 *     if they certainly never will be, with {@link dev.baton.OutcomeUnknownException} if that is not known
 */
public record Append(
        long baseOffset,
        long endOffset,
        Epoch epoch,
        long appendTime,
        boolean duplicate,
        CompletableFuture<Void> committed) {}
