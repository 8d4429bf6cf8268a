// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.spi.Priority;
import java.util.Objects;

/**
 * A node of the cluster, as the membership has it.
 *
 * @param priority how much it is preferred over others, whatever their ids
 */
public record BullyMember(NodeId id, StateId mark, Address address, Priority priority, MemberRole part) {
    public BullyMember {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(part, "part");
    }
}
