// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.testkit.history.RecordingFence;

/** What all nodes of a run share. */
record SimulationContext(
        Scenario scenario,
        SimulationParts wiring,
        Scheduler scheduler,
        Network network,
        ModelledStore store,
        Peers peers,
        RecordingFence resource,
        RunHistory history,
        CoverageCounts facts) {
    static final String RESOURCE = "resource";
}
