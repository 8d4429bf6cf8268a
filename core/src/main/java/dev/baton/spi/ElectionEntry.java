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

    /** Checks that this is an entry of {@code node}, for which an elector was started. */
    public void requireOf(Node node) {
        if (!self.equals(node)) {
            throw new IllegalArgumentException("this elector is that of " + node + ", not of " + self);
        }
    }
}
