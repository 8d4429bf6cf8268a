// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import java.util.Comparator;

/** Which of two node ids is the higher one. All nodes of a cluster must use the same order. */
public enum IdOrder implements Comparator<NodeId> {
    /** Numbers within ids count as numbers: {@code node10} is above {@code node9}. */
    NATURAL {
        @Override
        public int compare(NodeId one, NodeId other) {
            int natural = NaturalOrder.compare(one.value(), other.value());
            // node1 and node01 count the same, but one of them has to be the higher.
            return natural != 0 ? natural : one.compareTo(other);
        }
    },
    /** Character by character: {@code node9} is above {@code node10}. */
    LEXICOGRAPHIC {
        @Override
        public int compare(NodeId one, NodeId other) {
            return one.compareTo(other);
        }
    }
}
