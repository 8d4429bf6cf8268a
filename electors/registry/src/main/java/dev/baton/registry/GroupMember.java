// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import java.util.Objects;

/**
 * A node of the group, as the others see it.
 *
 * @param voter whether its vote counts in elections
 * @param mark distinguishes the state file of a voter from any other; empty if the member does not report one
 * @param presence the address of its peer channel, as {@code host:port}; empty if it has none
 */
public record GroupMember(Node node, boolean voter, String mark, String presence) {
    public GroupMember {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(presence, "presence");
    }

    GroupMember(Node node, boolean voter, String presence) {
        this(node, voter, "", presence);
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
