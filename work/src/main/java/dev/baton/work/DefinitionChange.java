// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;

/** One change of the definitions, for {@link WorkStore#change}. */
public sealed interface DefinitionChange {
    /** As {@link WorkStore#define}. */
    record Define(TaskList list) implements DefinitionChange {}

    /** As {@link WorkStore#add}. */
    record AddRule(PlacementRule rule) implements DefinitionChange {}

    /** As {@link WorkStore#remove}. */
    record RemoveRule(PlacementRule rule) implements DefinitionChange {}

    /** As {@link WorkStore#setDraining}. */
    record SetDraining(NodeId worker, boolean draining) implements DefinitionChange {}
}
