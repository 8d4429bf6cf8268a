// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Node;
import java.util.Objects;

/** Who enters which election, and what a win publishes about the winner. */
public record ElectionEntry(ElectionName election, Node self, Endpoints endpoints) {
    public ElectionEntry {
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(endpoints, "endpoints");
    }

    /** Passes if this is an entry of {@code node}, the one that an elector was started for. */
    public void requireOf(Node node) {
        if (!self.equals(node)) {
            throw new IllegalArgumentException("this elector is that of " + node + ", not of " + self);
        }
    }
}
