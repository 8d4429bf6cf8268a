// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;

/** What the test of an elector provides: an environment in which nodes compete, new for every test. */
public interface ClusterFixture extends AutoCloseable {
    /** Starts the electors of this fixture's nodes, also of a node that restarts. */
    ElectorFactory<?> elector();

    /** Isolates a node: it and the others, or the store, can no longer reach each other. */
    void isolate(NodeId node);

    void rejoin(NodeId node);

    /** Settings that fit the elector's timings; tests add to them. */
    CandidateSettings.Builder settings();

    @Override
    void close();
}
