// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who belongs to a cluster, as one node knows it: a memory, not a promise.
 *
 * @param version to be named in a request to remove a member
 */
public record BullyClusterView(String version, List<Peer> peers) {
    public BullyClusterView {
        peers = List.copyOf(peers);
    }

    static BullyClusterView of(Membership known, Predicate<NodeId> dead) {
        return new BullyClusterView(
                known.stamp().toString(),
                known.members().stream()
                        .map(member -> new Peer(member.id(), member.address(), member.part(), !dead.test(member.id())))
                        .toList());
    }

    /**
     * One member.
     *
     * @param alive whether it answers, as far as this node can tell
     */
    public record Peer(NodeId id, Address address, MemberRole part, boolean alive) {
        /** Whether it is a process, and not a {@linkplain SqlWitness row in a database}. */
        public boolean isProcess() {
            return !address.equals(SqlWitness.ADDRESS);
        }
    }
}
