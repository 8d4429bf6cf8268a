// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.Objects;

/** One process: the id it was given, and the incarnation of this start. */
public record Node(NodeId id, Incarnation incarnation) {
    public Node {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(incarnation, "incarnation");
    }

    @Override
    public String toString() {
        return id + "#" + incarnation;
    }
}
