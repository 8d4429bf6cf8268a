// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

/** What the nodes of a demo elect on. One class per elector. */
interface Ground extends AutoCloseable {
    /** The elector's part of a node's configuration, as YAML. */
    String section(String node);

    @Override
    void close();
}
