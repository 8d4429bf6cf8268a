// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Node;
import dev.baton.spi.Priority;
import java.util.Objects;

/** A standby's statement that it is ready to lead, and preferred over the holder. The store keeps the highest one. */
public record LeaseClaim(Node node, Priority priority) {
    public LeaseClaim {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(priority, "priority");
    }
}
