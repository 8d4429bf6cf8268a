// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.spi.Priority;
import java.util.Objects;

/**
 * A node of the cluster, as the membership has it.
 *
 * @param priority how much it is preferred over others, whatever their ids
 */
record Member(NodeId id, Mark mark, Address address, Priority priority, Part part) {
    Member {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(part, "part");
    }

    Member at(Address other) {
        return new Member(id, mark, other, priority, part);
    }
}
