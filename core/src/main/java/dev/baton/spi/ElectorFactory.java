// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.ConfigurationException;
import dev.baton.UnavailableException;

/**
 * Starts the elector of a node. Pass one to {@code Baton.node(id).start(…)}; the classes of the electors have static
 * methods that create one.
 */
@FunctionalInterface
public interface ElectorFactory<E extends Elector> {
    /**
     * Starts an elector for this node, which closes it. If it throws, nothing is left open.
     *
     * @throws ConfigurationException if the elector cannot be used as it is configured
     * @throws UnavailableException if something that the elector needs is missing, such as a free port
     */
    E start(ElectorContext context);
}
