// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import org.apache.kafka.common.record.internal.Records;

/**
 * The result of reading a partition.
 *
 * @param records whole batches, the first of which may begin before the requested offset; a slice of a file wherever
 *     possible, so that it can be sent without a copy
 * @param startOffset of the partition at that moment
 * @param highWatermark of the partition at that moment
 */
public record LogSlice(Records records, long startOffset, long highWatermark) {}
