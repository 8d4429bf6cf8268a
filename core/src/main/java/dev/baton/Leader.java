// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.Objects;

/** Who leads an election, as last seen from some node: a hint for routing; may be stale. */
public record Leader(ElectionName election, Node node, Epoch epoch, Endpoints endpoints) {
    public Leader {
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(endpoints, "endpoints");
        if (epoch.equals(Epoch.NONE)) {
            throw new IllegalArgumentException("a leader of " + election + " has an epoch of 1 or more");
        }
    }

    @Override
    public String toString() {
        return node + " (epoch " + epoch + ")";
    }
}
