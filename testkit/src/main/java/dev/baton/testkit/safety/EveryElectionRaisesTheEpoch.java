// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Each leader is elected under a higher epoch than all leaders that were elected before it, in whatever process. Only for
 * a simulated run, in which the events of all processes are in order.
 */
public final class EveryElectionRaisesTheEpoch implements SafetyRule {
    private final Map<String, HistoryEvent> last = new HashMap<>();

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.op() != Op.ELECTED) {
            return;
        }
        HistoryEvent before = last.put(event.election(), event);
        if (before != null && before.epoch() >= event.epoch()) {
            violations.accept(Violation.of(
                    this,
                    event.process() + " is elected under epoch " + event.epoch() + " after " + before.process()
                            + " was under epoch " + before.epoch(),
                    before,
                    event));
        }
    }
}
