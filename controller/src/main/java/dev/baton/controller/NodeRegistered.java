// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/** A process has registered as a node, under an epoch of its own. */
record NodeRegistered(ClusterNode node) implements DecisionOutcome {
    static final int KIND = 1;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        ControllerState.require(
                node.epoch() > state.lastNodeEpoch,
                "epoch " + node.epoch() + " of node " + node.id() + " is not above " + state.lastNodeEpoch);
        ControllerState.require(
                state.nodes.get(node.id()) != null || state.nodes.size() < ControllerState.MAX_NODES,
                "there are " + ControllerState.MAX_NODES + " nodes");
        state.nodes.put(node.id(), node);
        state.lastNodeEpoch = node.epoch();
    }

    @Override
    public byte[] answer() {
        return FieldWriter.message(out -> out.number(1, node.epoch()));
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.NODE, node.id().value());
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, node::write);
    }

    static NodeRegistered read(FieldReader in) {
        ClusterNode node = null;
        while (in.next()) {
            if (in.field() == 1) {
                node = ClusterNode.read(in.nested());
            }
        }
        return new NodeRegistered(RequiredFields.of(node, "node"));
    }
}
