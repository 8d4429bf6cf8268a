// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import java.util.List;

/**
 * Something that a node can do besides standing in elections and answering the admin API. A part is one package, and one
 * line in {@code NodeParts}: what it brings is found from there by the configuration, the candidates, the admin API and its
 * description, the metrics, {@code baton doctor}, the command line and the dashboard.
 */
public interface NodePart {
    /** Its keys, which begin with the name of its section. */
    default List<ConfigKey<?>> keys() {
        return List.of();
    }

    /** What {@code elections[].duties} can name because of it. */
    default List<String> duties() {
        return List.of();
    }

    /** What it has to show: each is a command of {@code baton} and a page of the dashboard. */
    default List<Listing> listings() {
        return List.of();
    }

    /** Reads its keys. What is wrong with them is noted, and the answer may then be unusable. */
    ConfiguredPart read(EffectiveConfig values, NodePlan node, Problems problems);
}
