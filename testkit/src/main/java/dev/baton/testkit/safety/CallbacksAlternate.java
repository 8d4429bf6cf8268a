// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** In each process, elected and revoked take turns, with the same epoch, and the next epoch is higher. */
public final class CallbacksAlternate implements SafetyRule {
    private final Map<String, HistoryEvent> last = new HashMap<>();

    @Override
    public String id() {
        return "I5";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.op() != Op.ELECTED && event.op() != Op.REVOKED) {
            return;
        }
        HistoryEvent before = last.put(event.process() + " " + event.election(), event);
        boolean inTurn = event.op() == Op.ELECTED
                ? before == null || (before.op() == Op.REVOKED && before.epoch() < event.epoch())
                : before != null && before.op() == Op.ELECTED && before.epoch() == event.epoch();
        if (!inTurn) {
            violations.accept(Violation.of(
                    this,
                    event.process() + " was told " + event.op() + " " + event.epoch() + " of " + event.election()
                            + " after " + (before == null ? "nothing" : before.op() + " " + before.epoch()),
                    event));
        }
    }
}
