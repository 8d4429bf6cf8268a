// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.List;
import java.util.function.Consumer;

/** Each acquisition has a higher epoch than any before; a renewal or release has the epoch of the last one. */
public final class EpochRises implements HistoryRule {
    @Override
    public String id() {
        return "I3";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(StoreEvents::changed).forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        HistoryEvent highest = null;
        for (HistoryEvent event : events) {
            boolean acquired = event.op() == Op.STORE_ACQUIRE;
            if (highest != null && (acquired ? event.epoch() <= highest.epoch() : event.epoch() != highest.epoch())) {
                violations.accept(Violation.of(
                        this,
                        "epoch " + event.epoch() + (acquired ? " was given" : " was renewed or released")
                                + " when the last one given is " + highest.epoch(),
                        highest,
                        event));
            }
            if (highest == null || event.epoch() > highest.epoch()) {
                highest = event;
            }
        }
    }
}
