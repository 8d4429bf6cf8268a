// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** A node was away for so long that replicas of it belong on others from now on. It may come back, and take new ones. */
record NodeReplaced(NodeId node, long epoch, List<PartitionReassigned> reassigned) implements DecisionOutcome {
    static final int KIND = 11;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        ClusterNode known = state.node(node);
        ControllerState.require(
                known.epoch() == epoch && known.fenced(), "node " + node + " is heard from again since epoch " + epoch);
        for (PartitionReassigned each : reassigned) {
            List<NodeId> before = state.group(each.group()).replicas();
            ControllerState.require(
                    before.contains(node)
                            && before.stream()
                                    .allMatch(it ->
                                            it.equals(node) != each.replicas().contains(it)),
                    "group " + each.group() + " has the replicas " + before + ", and only that on " + node
                            + " is to be replaced, not by " + each.replicas());
            each.applyTo(state);
        }
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(version, StateChange.Kind.NODE, node.value());
    }

    @Override
    public void write(FieldWriter out) {
        out.text(1, node.value()).number(2, epoch);
        reassigned.forEach(it -> out.nested(3, it::write));
    }

    static NodeReplaced read(FieldReader in) {
        String node = "";
        long epoch = 0;
        List<PartitionReassigned> reassigned = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> node = in.text();
                case 2 -> epoch = in.number();
                case 3 -> reassigned.add(PartitionReassigned.read(in.nested()));
                default -> {}
            }
        }
        return new NodeReplaced(NodeId.of(node), epoch, List.copyOf(reassigned));
    }
}
