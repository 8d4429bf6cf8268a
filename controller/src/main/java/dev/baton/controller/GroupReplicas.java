// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.LinkedHashSet;
import java.util.Set;

/** The nodes whose members a group consists of, all with a vote and all the data, as its leader says. */
public record GroupReplicas(GroupId group, Set<NodeId> nodes) {
    public GroupReplicas {
        nodes = Set.copyOf(nodes);
    }

    void write(FieldWriter out) {
        out.number(1, group.value());
        nodes.stream().sorted().forEach(node -> out.text(2, node.value()));
    }

    static GroupReplicas read(FieldReader in) {
        long group = 0;
        Set<NodeId> nodes = new LinkedHashSet<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> group = in.number();
                case 2 -> nodes.add(NodeId.of(in.text()));
                default -> {}
            }
        }
        return new GroupReplicas(GroupId.of(group), nodes);
    }
}
