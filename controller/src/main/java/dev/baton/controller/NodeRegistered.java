// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/** A process has registered as a node, under an epoch of its own. */
record NodeRegistered(ClusterNode node) implements Outcome {
    static final int KIND = 1;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(State state) {
        State.require(
                node.epoch() > state.lastNodeEpoch,
                "epoch " + node.epoch() + " of node " + node.id() + " is not above " + state.lastNodeEpoch);
        State.require(
                state.nodes.get(node.id()) != null || state.nodes.size() < State.MAX_NODES,
                "there are " + State.MAX_NODES + " nodes");
        state.nodes.put(node.id(), node);
        state.lastNodeEpoch = node.epoch();
    }

    @Override
    public byte[] answer() {
        return FieldWriter.message(out -> out.number(1, node.epoch()));
    }

    @Override
    public Change change(long version) {
        return new Change(version, Change.Kind.NODE, node.id().value());
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
        return new NodeRegistered(Required.of(node, "node"));
    }
}
