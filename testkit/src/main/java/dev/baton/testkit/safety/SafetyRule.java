// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import java.util.List;
import java.util.function.Consumer;

/**
 * Something that holds in every run of an elector, whatever faults there are. One object watches one stream of events:
 * those of a simulated run as they happen, or those of a {@link dev.baton.testkit.history.History} of real processes.
 * Within a history only the events of one source are in order.
 */
public interface SafetyRule {
    /** The number under which the fault catalogue lists it; empty if it has none. */
    default String id() {
        return "";
    }

    /** Looks at what has just happened. */
    default void on(HistoryEvent event, Consumer<Violation> violations) {}

    /** Looks at a simulated cluster after each of its steps. */
    default void afterStep(Consumer<Violation> violations) {}

    /** Looks at what is known when there are no more events. */
    default void atEnd(Consumer<Violation> violations) {}

    default String name() {
        return (id() + " " + getClass().getSimpleName()).trim();
    }

    /** What holds in a simulated cluster whose elections are decided by leases, whatever its clocks do. */
    static List<SafetyRule> ofLeases(ObservedCluster cluster) {
        return List.of(
                new OneHolderPerEpoch(),
                new EpochNeverFalls(),
                new FencedWritesStayOut(),
                new CallbacksAlternate(),
                new ReleaseOnlyAfterDutiesStopped(cluster),
                new ViewMovesForward(),
                new FaultsHaveACause(cluster::wasPausedLately));
    }

    /** What holds in a simulated cluster whose nodes agree among themselves that at most one leads. */
    static List<SafetyRule> amongNodes(ObservedCluster cluster) {
        return List.of(
                new OneActsAtATime(cluster),
                new EveryElectionRaisesTheEpoch(),
                new DutiesStopBeforeOthersLead(cluster),
                new ViewMovesForward());
    }

    /** What holds in a simulated cluster in addition as long as no clock that decides jumps. */
    static List<SafetyRule> whileTimeIsSteady(ObservedCluster cluster) {
        return List.of(new OneActsAtATime(cluster), new DutiesStopBeforeOthersLead(cluster));
    }
}
