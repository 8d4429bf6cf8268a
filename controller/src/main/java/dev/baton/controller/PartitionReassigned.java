// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** Where the replicas of a group belong from now on. */
record PartitionReassigned(GroupId group, List<NodeId> replicas) {
    void applyTo(ControllerState state) {
        ReplicaGroup known = state.group(group);
        ControllerState.require(
                known.replicas().size() == replicas.size(),
                "group " + group + " has " + known.replicas().size() + " replicas");
        replicas.forEach(state::node);
        state.groups.put(group, known.withReplicas(replicas));
    }

    void write(FieldWriter out) {
        out.number(1, group.value());
        replicas.forEach(replica -> out.text(2, replica.value()));
    }

    static PartitionReassigned read(FieldReader in) {
        long group = 0;
        List<NodeId> replicas = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> group = in.number();
                case 2 -> replicas.add(NodeId.of(in.text()));
                default -> {}
            }
        }
        return new PartitionReassigned(GroupId.of(group), List.copyOf(replicas));
    }
}
