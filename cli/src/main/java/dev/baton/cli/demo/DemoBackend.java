// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.nio.file.Path;
import java.util.List;

/** What the nodes of a demo elect on. One class per elector. */
interface DemoBackend extends AutoCloseable {
    /**
     * The elector's part of a node's configuration, as YAML.
     *
     * @param shared a folder for files of all nodes
     */
    String section(String node, Path shared);

    /**
     * Whether a leader can be elected with these nodes alone: a majority, where nothing else is said.
     *
     * @param up the nodes that would still run
     * @param all every node of the demo, running or not
     */
    default boolean canElect(List<String> up, List<String> all) {
        return 2 * up.size() > all.size();
    }

    @Override
    default void close() {}
}
