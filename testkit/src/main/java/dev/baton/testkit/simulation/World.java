// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.testkit.history.Witness;

/** What all nodes of a run share. */
record World(
        Scenario scenario,
        Wiring wiring,
        Scheduler scheduler,
        Network network,
        ModelledStore store,
        Peers peers,
        Witness witness,
        RunHistory history,
        Facts facts) {
    static final String WITNESS = "witness";
}
