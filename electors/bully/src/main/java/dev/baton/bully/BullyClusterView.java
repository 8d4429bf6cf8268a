// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.bully.internal.membership.WitnessMember;
import java.util.List;

/**
 * The members of a cluster, as one node knows them; may be stale.
 *
 * @param version the version to name in a request to remove a member
 */
public record BullyClusterView(String version, List<Peer> peers) {
    public BullyClusterView {
        peers = List.copyOf(peers);
    }

    /**
     * One member.
     *
     * @param alive whether it answers, as far as this node can tell
     */
    public record Peer(NodeId id, Address address, MemberRole part, boolean alive) {
        /** Whether the member is a process; otherwise it is a {@linkplain SqlWitness row in a database}. */
        public boolean isProcess() {
            return !address.equals(WitnessMember.ADDRESS);
        }
    }
}
