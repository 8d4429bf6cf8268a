// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The fence accepts no effect of an epoch after one of a later epoch. */
public final class FencedWritesStayOut implements SafetyRule {
    private final Map<String, HistoryEvent> highest = new HashMap<>();

    @Override
    public String id() {
        return "I4";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (!event.is(Op.EFFECT, Kind.OK)) {
            return;
        }
        HistoryEvent last = highest.getOrDefault(event.election(), event);
        if (event.epoch() >= last.epoch()) {
            highest.put(event.election(), event);
        } else {
            violations.accept(Violation.of(
                    this,
                    "an effect of epoch " + event.epoch() + " of " + event.election()
                            + " was accepted after one of epoch " + last.epoch(),
                    last,
                    event));
        }
    }
}
