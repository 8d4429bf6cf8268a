// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import dev.baton.NodeId;

/**
 * Epochs that two sides of a partition cannot both give: a round that rises, and below it the giving node's own mark.
 * Two nodes of a cluster have the same mark with a chance of one in a million; the fence still lets only one of their
 * epochs through at a time.
 */
final class PartitionedEpochs {
    private static final int MARK_BITS = 20;
    private static final long MARKS = 1L << MARK_BITS;

    private PartitionedEpochs() {}

    static Epoch next(Epoch known, NodeId by) {
        long round = known.value() >>> MARK_BITS;
        return Epoch.of(((round + 1) << MARK_BITS) | mark(by));
    }

    static long mark(NodeId id) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < id.value().length(); i++) {
            hash = (hash ^ id.value().charAt(i)) * 0x100000001b3L;
        }
        return Math.floorMod(hash ^ (hash >>> 32), MARKS);
    }
}
