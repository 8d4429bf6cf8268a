// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import java.util.List;

/**
 * Something that a node can do besides standing in elections and answering the admin API. A part is one package, and
 * one line in {@code NodeParts}. From there the configuration, the candidates, the admin API and its description, the
 * metrics, {@code baton doctor}, the command line and the dashboard find what it brings.
 */
public interface NodePart {
    /** Its keys, which begin with the name of its section. */
    default List<ConfigKey<?>> keys() {
        return List.of();
    }

    /** The names of duties that it adds to {@code elections[].duties}. */
    default List<String> duties() {
        return List.of();
    }

    /** The lists that it shows: each is a command of {@code baton} and a page of the dashboard. */
    default List<Listing> listings() {
        return List.of();
    }

    /** Reads its keys, and adds their problems. If there are any, the result may be unusable. */
    ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems);
}
