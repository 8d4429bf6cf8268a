// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** A node is forgotten, and its replicas belong elsewhere. */
record NodeRemoved(NodeId node, List<PartitionReassigned> reassigned) implements DecisionOutcome {
    static final int KIND = 4;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        state.node(node);
        reassigned.forEach(it -> it.applyTo(state));
        state.requireNoReplicaOn(node);
        NodeFenced.leadsNothing(state, node);
        state.nodes.remove(node);
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.NODE_REMOVED, node.value());
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value());
        reassigned.forEach(it -> out.nested(2, it::write));
    }

    static NodeRemoved read(FieldReader in) {
        String node = "";
        List<PartitionReassigned> reassigned = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> node = in.text();
                case 2 -> reassigned.add(PartitionReassigned.read(in.nested()));
                default -> {}
            }
        }
        return new NodeRemoved(NodeId.of(node), List.copyOf(reassigned));
    }
}
