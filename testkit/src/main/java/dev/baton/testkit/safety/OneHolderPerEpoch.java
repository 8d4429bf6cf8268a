// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** An epoch of an election belongs to one process and, in the store, to one attempt; it is won once. */
public final class OneHolderPerEpoch implements SafetyRule {
    private final Map<String, HistoryEvent> won = new HashMap<>();

    @Override
    public String id() {
        return "I1";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (!event.is(Op.ELECTED, Kind.OK) && !event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            return;
        }
        HistoryEvent before = won.putIfAbsent(event.op() + " " + event.election() + " " + event.epoch(), event);
        if (before != null) {
            violations.accept(Violation.of(
                    this,
                    "epoch " + event.epoch() + " of " + event.election() + " belongs to " + holder(before)
                            + " and then to " + holder(event),
                    before,
                    event));
        }
    }

    private static String holder(HistoryEvent event) {
        return event.op() == Op.ELECTED
                ? event.process()
                : event.details().text("holder")
                        + event.details()
                                .find("token")
                                .map(token -> " " + token)
                                .orElse("");
    }
}
