// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Each acquisition has a higher epoch than any before; a renewal or release has the epoch of the last one. */
public final class EpochNeverFalls implements SafetyRule {
    private final Map<String, HistoryEvent> highest = new HashMap<>();

    @Override
    public String id() {
        return "I3";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (!RowRule.isChange(event)) {
            return;
        }
        @Nullable HistoryEvent last = highest.get(event.election());
        boolean acquired = event.op() == Op.STORE_ACQUIRE;
        long given = last == null ? 0 : last.epoch();
        if (acquired ? event.epoch() <= given : event.epoch() != given) {
            violations.accept(Violation.of(
                    this,
                    "epoch " + event.epoch() + (acquired ? " was given" : " was renewed or released")
                            + " when the last one given is " + given,
                    last == null ? event : last,
                    event));
        }
        if (event.epoch() > given) {
            highest.put(event.election(), event);
        }
    }
}
