// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.testkit.history.History;
import java.time.Duration;

/**
 * A run that kept all rules.
 *
 * @param hash equal for two runs that went the same way
 * @param converged how long it took, after the last fault, until all nodes agreed on who leads
 */
public record SimulationResult(
        long seed,
        Scenario scenario,
        long steps,
        long hash,
        Duration converged,
        CoverageCounts facts,
        History history) {}
