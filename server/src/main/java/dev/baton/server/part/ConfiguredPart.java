// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.server.doctor.Check;
import java.util.List;

/** A part of a node as its configuration wants it. */
@FunctionalInterface
public interface ConfiguredPart {
    /** What {@code baton doctor} looks at. */
    default List<Check> checks() {
        return List.of();
    }

    /** Hands what can be changed while a node runs to the part that was opened by an earlier configuration. */
    default void reload(RunningPart running) {}

    /** Begins, before the node stands anywhere: what has to be published with a leadership is known after that. */
    RunningPart open(NodeContext node);
}
