// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import java.util.List;
import java.util.Optional;

/** Something that holds at every moment of every run. One object watches one run. */
public interface SafetyRule {
    /** Looks at what has just happened. Returns what is wrong, with the numbers. */
    default Optional<String> on(HistoryEvent event, ClusterView cluster) {
        return Optional.empty();
    }

    /** Looks at the cluster after each step of the simulation. Returns what is wrong, with the numbers. */
    default Optional<String> afterStep(ClusterView cluster) {
        return Optional.empty();
    }

    default String name() {
        return getClass().getSimpleName();
    }

    /** What holds whatever the clocks do. */
    static List<SafetyRule> always() {
        return List.of(
                new OneHolderPerEpoch(),
                new EpochNeverFalls(),
                new FencedWritesStayOut(),
                new CallbacksAlternate(),
                new ReleaseOnlyAfterDutiesStopped(),
                new ViewMovesForward(),
                new FaultsHaveACause());
    }

    /** What holds in addition as long as the store's clock does not jump. */
    static List<SafetyRule> whileTimeIsSteady() {
        return List.of(new NeverTwoActing(), new DutiesStopBeforeOthersLead());
    }
}
