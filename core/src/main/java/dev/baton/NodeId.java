// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Names;

/** The chosen, stable id of a node; its grammar is in the glossary. */
public record NodeId(String value) implements Comparable<NodeId> {
    public NodeId {
        Names.check("node id", value);
    }

    /**
     * The id with this text.
     *
     * @throws IllegalArgumentException if it breaks the grammar of names
     */
    public static NodeId of(String value) {
        return new NodeId(value);
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
