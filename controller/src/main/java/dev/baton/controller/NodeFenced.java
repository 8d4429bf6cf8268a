// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.List;
import java.util.Optional;

/** A node was not heard from for too long, or is heard from again. What it led has no leader until one is reported. */
record NodeFenced(NodeId node, long epoch, boolean fenced) implements DecisionOutcome {
    static final int KIND = 2;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        ClusterNode known = state.node(node);
        ControllerState.require(known.epoch() == epoch, "node " + node + " has registered again since epoch " + epoch);
        state.nodes.put(node, known.withFenced(fenced));
        if (fenced) {
            leadsNothing(state, node);
        }
    }

    static void leadsNothing(ControllerState state, NodeId node) {
        List<ReplicaGroup> led = state.groups.values().stream()
                .filter(group -> group.leader().equals(Optional.of(node)))
                .toList();
        led.forEach(group -> state.groups.put(group.id(), group.withoutLeader()));
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.NODE, node.value());
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value()).number(2, epoch).flag(3, fenced);
    }

    static NodeFenced read(FieldReader in) {
        String node = "";
        long epoch = 0;
        boolean fenced = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> node = in.text();
                case 2 -> epoch = in.number();
                case 3 -> fenced = in.flag();
                default -> {}
            }
        }
        return new NodeFenced(NodeId.of(node), epoch, fenced);
    }
}
