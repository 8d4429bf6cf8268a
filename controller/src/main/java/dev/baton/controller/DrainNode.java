// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;

/** Has a node give everything away, or take replicas again. */
record DrainNode(NodeId node, boolean draining) implements Request {
    static final int KIND = 2;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        state.node(node);
        List<PartitionReassigned> moved =
                draining ? new ReplicaPlacement(state, choices.groupsPerNode()).without(node) : List.of();
        return new NodeDrained(node, draining, moved);
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value()).flag(2, draining);
    }

    static DrainNode read(FieldReader in) {
        NodeDrained read = NodeDrained.read(in);
        return new DrainNode(read.node(), read.draining());
    }
}
