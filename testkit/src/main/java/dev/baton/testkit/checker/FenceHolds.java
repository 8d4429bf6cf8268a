// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.List;
import java.util.function.Consumer;

/** The witness accepts no effect of an epoch after one of a later epoch. */
public final class FenceHolds implements HistoryRule {
    @Override
    public String id() {
        return "I4";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(event -> event.is(Op.EFFECT, Kind.OK)).forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        HistoryEvent highest = events.get(0);
        for (HistoryEvent event : events) {
            if (event.epoch() < highest.epoch()) {
                violations.accept(Violation.of(
                        this,
                        "an effect of epoch " + event.epoch() + " was accepted after one of epoch " + highest.epoch(),
                        highest,
                        event));
            } else {
                highest = event;
            }
        }
    }
}
