// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.FaultHandler;
import dev.baton.Node;
import java.util.Objects;

/**
 * What a node gives its elector.
 *
 * @param node the id and the incarnation of this process; every {@link ElectionEntry} of the elector is of this node
 * @param lanes the threads and the clock of the node, which outlive the elector
 * @param faults to be called when the elector cannot keep its guarantees; the default ends the process
 */
public record ElectorContext(Node node, Lanes lanes, FaultHandler faults) {
    public ElectorContext {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(lanes, "lanes");
        Objects.requireNonNull(faults, "faults");
    }
}
