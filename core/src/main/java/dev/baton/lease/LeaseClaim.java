// SPDX-License-Identifier: Apache-2.0
package dev.baton.lease;

import dev.baton.core.Node;
import dev.baton.elector.Priority;
import java.util.Objects;

/** A standby's word that it is ready to lead, and preferred over the holder. The store keeps the highest one. */
public record LeaseClaim(Node node, Priority priority) {
    public LeaseClaim {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(priority, "priority");
    }
}
