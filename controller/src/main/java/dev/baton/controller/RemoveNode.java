// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;

/** Has a node forgotten that is gone, or was drained. */
record RemoveNode(NodeId node) implements Request {
    static final int KIND = 3;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        if (state.node(node).takes()) {
            throw new RequestRejectedException(
                    Code.NODE_IN_USE, "node " + node + " is alive and takes replicas: drain it, or stop it, first");
        }
        List<PartitionReassigned> moved = new ReplicaPlacement(state, choices.groupsPerNode()).without(node);
        long replicas = state.groups.values().stream()
                .filter(group -> group.replicas().contains(node))
                .count();
        if (moved.size() < replicas) {
            throw new RequestRejectedException(
                    Code.NODE_IN_USE,
                    "node " + node + " has " + replicas + " replicas, and other nodes can take " + moved.size()
                            + " of them: add a node first");
        }
        return new NodeRemoved(node, moved);
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value());
    }

    static RemoveNode read(FieldReader in) {
        return new RemoveNode(NodeRemoved.read(in).node());
    }
}
