// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;

/** What the test of an elector provides: a place where nodes compete, new for every test. */
public interface ClusterFixture extends AutoCloseable {
    /** Starts the electors of this arena's nodes, also of one that was there before. */
    ElectorFactory<?> elector();

    /** The node cannot reach the store or the other nodes any more, and they cannot reach it. */
    void isolate(NodeId node);

    void rejoin(NodeId node);

    /** Settings that fit the elector's timings; tests add to them. */
    CandidateSettings.Builder settings();

    @Override
    void close();
}
