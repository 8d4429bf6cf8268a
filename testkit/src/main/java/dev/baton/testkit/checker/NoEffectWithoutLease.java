// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Every accepted effect has an epoch that was granted, and comes from the process to which it was granted. */
public final class NoEffectWithoutLease implements HistoryRule {
    @Override
    public String id() {
        return "I6";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(event -> event.is(Op.STORE_ACQUIRE, Kind.OK) || event.is(Op.EFFECT, Kind.OK))
                .forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        Map<Long, String> holders = new HashMap<>();
        for (HistoryEvent event : events) {
            if (event.op() == Op.STORE_ACQUIRE) {
                holders.put(event.epoch(), event.details().text("holder"));
            }
        }
        for (HistoryEvent event : events) {
            if (event.op() == Op.EFFECT && !event.details().text("by").equals(holders.get(event.epoch()))) {
                violations.accept(Violation.of(
                        this,
                        "an effect of epoch " + event.epoch() + " was accepted from "
                                + event.details().text("by") + ", but the epoch was granted to "
                                + holders.getOrDefault(event.epoch(), "nobody"),
                        event));
            }
        }
    }
}
