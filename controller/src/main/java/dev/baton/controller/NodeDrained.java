// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** Drains a node, or lets it take replicas again. */
record NodeDrained(NodeId node, boolean draining, List<PartitionReassigned> reassigned) implements DecisionOutcome {
    static final int KIND = 3;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        state.nodes.put(node, state.node(node).withDraining(draining));
        reassigned.forEach(it -> it.applyTo(state));
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.NODE, node.value());
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value()).flag(2, draining);
        reassigned.forEach(it -> out.nested(3, it::write));
    }

    static NodeDrained read(FieldReader in) {
        String node = "";
        boolean draining = false;
        List<PartitionReassigned> reassigned = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> node = in.text();
                case 2 -> draining = in.flag();
                case 3 -> reassigned.add(PartitionReassigned.read(in.nested()));
                default -> {}
            }
        }
        return new NodeDrained(NodeId.of(node), draining, List.copyOf(reassigned));
    }
}
