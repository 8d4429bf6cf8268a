// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.simulation.Seeds;
import org.junit.jupiter.api.Test;

/** Names on a network that loses, doubles and delays what is said, and falls apart. */
class NamesSimulationTest {
    private static final long SEEDS = 200;

    @Test
    void afterEverySeedAllKnowTheSameNamesAndTheirOwnersHaveThem() {
        Seeds.upTo(SEEDS).forEach(seed -> new NamesSimulation(seed).run());
    }
}
