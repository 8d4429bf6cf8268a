// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import java.util.function.BooleanSupplier;

/** What all processes of a run share. */
record World(
        Scheduler scheduler,
        SeededRandom chance,
        Network network,
        Leases leases,
        CheckedStore store,
        Effects effects,
        Mutant mutant,
        BooleanSupplier faulty) {}
