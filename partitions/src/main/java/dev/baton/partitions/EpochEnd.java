// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.Epoch;

/** The offset after the last record of an epoch. */
public record EpochEnd(Epoch epoch, long endOffset) {}
