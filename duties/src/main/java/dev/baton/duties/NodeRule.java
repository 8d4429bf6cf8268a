// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.NodeId;

/** Which nodes may take a poll. */
public sealed interface NodeRule {
    boolean allows(ClusterMember member);

    /** Any node. */
    record Any() implements NodeRule {
        @Override
        public boolean allows(ClusterMember member) {
            return true;
        }
    }

    /** Any node of a zone. */
    record Zone(String zone) implements NodeRule {
        @Override
        public boolean allows(ClusterMember member) {
            return member.zone().equals(zone);
        }
    }

    /** One node and no other. */
    record Specific(NodeId node) implements NodeRule {
        @Override
        public boolean allows(ClusterMember member) {
            return member.id().equals(node);
        }
    }
}
