// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/**
 * A partition on a worker, as seen from outside.
 *
 * @param failures how often it failed in a row
 * @param detail the last thing that went wrong, or empty
 */
public record HostedPartition(PartitionId partition, long token, HostedState state, int failures, String detail) {}
