// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/** A process registers as a node, at its start. It replaces what an earlier process said under the same id. */
record RegisterNode(ClusterNode node) implements Request {
    static final int KIND = 1;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        ClusterNode known = state.nodes.get(node.id());
        if (known == null && state.nodes.size() >= ControllerState.MAX_NODES) {
            throw new RequestRejectedException(
                    Code.LIMIT, "there are " + ControllerState.MAX_NODES + " nodes, which is the most");
        }
        if (node.format() < state.format) {
            throw new RequestRejectedException(
                    Code.OUTDATED,
                    "node " + node.id() + " knows format " + node.format() + ", and what is replicated is of format "
                            + state.format + ": update it");
        }
        // Draining is an operator's wish, which a restart does not end.
        return new NodeRegistered(node.withEpoch(state.lastNodeEpoch + 1)
                .withFenced(false)
                .withDraining(known != null && known.draining()));
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, node::write);
    }

    static RegisterNode read(FieldReader in) {
        return new RegisterNode(NodeRegistered.read(in).node());
    }
}
