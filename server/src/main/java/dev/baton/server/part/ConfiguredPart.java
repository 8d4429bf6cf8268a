// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.server.doctor.Check;
import java.util.List;

/** A configured part of a node, before it is opened. */
@FunctionalInterface
public interface ConfiguredPart {
    /** What {@code baton doctor} checks. */
    default List<Check> checks() {
        return List.of();
    }

    /** Applies what can be changed while a node runs to the part that was opened with an earlier configuration. */
    default void reload(RunningPart running) {}

    /**
     * Opens the part, before the node stands in any election: afterwards it is known what to publish with a leadership.
     */
    RunningPart open(NodeContext node);
}
