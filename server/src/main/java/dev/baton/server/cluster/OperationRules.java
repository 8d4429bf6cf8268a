// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.Node;
import dev.baton.admin.LeaderView;
import dev.baton.admin.Operation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides where an operation has to go, from what this node knows without asking others. Pure. */
final class OperationRules {
    /** The purpose under which a leader publishes its admin API. */
    static final String ADMIN = "admin";

    private OperationRules() {}

    /** Where an operation is performed. */
    sealed interface Target {
        /** By this node. */
        record Here() implements Target {}

        /** By the node with this admin API. */
        record There(String admin) implements Target {}

        /** By no node: the leadership that the caller meant is over, and this is the present one. */
        record Stale(LeaderView leader) implements Target {}

        /** This node does not know: others have to be asked. */
        record Unknown() implements Target {}
    }

    /**
     * @param epoch of the leadership that the caller means
     * @param leader the leader, as far as this node knows
     */
    static Target ofLeader(Node self, long epoch, @Nullable LeaderView leader) {
        // The caller may know of a later leadership than this node does.
        if (leader == null || leader.epoch() < epoch) {
            return new Target.Unknown();
        }
        return leader.epoch() > epoch ? new Target.Stale(leader) : at(self, leader);
    }

    /** @param wish about a node, which is the only one that can perform it */
    static Target ofNode(Node self, Operation.Eligibility wish, @Nullable LeaderView leader) {
        if (self.id().value().equals(wish.node())) {
            return new Target.Here();
        }
        return leader != null && leader.node().equals(wish.node()) ? at(self, leader) : new Target.Unknown();
    }

    private static Target at(Node self, LeaderView leader) {
        if (leader.incarnation().equals(self.incarnation().toString())) {
            return new Target.Here();
        }
        return admin(leader).<Target>map(Target.There::new).orElseGet(Target.Unknown::new);
    }

    static Optional<String> admin(LeaderView leader) {
        return Optional.ofNullable(leader.endpoints().get(ADMIN));
    }
}
