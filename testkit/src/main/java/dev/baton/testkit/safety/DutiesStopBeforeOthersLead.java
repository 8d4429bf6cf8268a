// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A duty is stopped before a duty of another process starts for the same election. A process that was paused is
 * excused, since nothing in it could run, and so is one that called its fault handler for a duty that cannot be stopped
 * and was allowed to live; there the fence is what is left.
 */
public final class DutiesStopBeforeOthersLead implements SafetyRule {
    private final ObservedCluster cluster;
    private final RunningDuties running = new RunningDuties();
    private final Set<String> faulted = new HashSet<>();

    public DutiesStopBeforeOthersLead(ObservedCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.op() == Op.DUTY_STARTED) {
            running.of(event.election()).stream()
                    .filter(other -> !other.process().equals(event.process()))
                    .filter(other -> !cluster.wasPausedLately(other.process()))
                    .filter(other -> !faulted.contains(other.process()))
                    .findFirst()
                    .ifPresent(other -> violations.accept(Violation.of(
                            this,
                            event.process() + " starts a duty of " + event.election() + " under epoch "
                                    + event.epoch() + ", while one of " + other.process() + " runs under epoch "
                                    + other.epoch(),
                            other,
                            event)));
        }
        running.on(event);
        if (event.op() == Op.FAULT) {
            faulted.add(event.process());
        }
    }
}
