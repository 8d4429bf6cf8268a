// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Names on a network that loses, doubles and delays what is said, and falls apart. {@code -Dbaton.seed=N} runs one. */
class NamesSimulationTest {
    private static final long SEEDS = 200;

    @Test
    void afterEverySeedAllKnowTheSameNamesAndTheirOwnersHaveThem() {
        Long single = Long.getLong("baton.seed");
        LongStream seeds =
                single != null ? LongStream.of(single) : LongStream.rangeClosed(1, Long.getLong("baton.seeds", SEEDS));

        seeds.forEach(seed -> new NamesSimulation(seed).run());
    }
}
