// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** A partition that a worker has stopped acting on, under this token. */
public record Release(PartitionId partition, long token) {}
