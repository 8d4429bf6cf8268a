// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.Epoch;

/** A record's offset, its timestamp in milliseconds, and the epoch of the leader that appended it. */
public record TimestampedOffset(long offset, long timestamp, Epoch epoch) {}
