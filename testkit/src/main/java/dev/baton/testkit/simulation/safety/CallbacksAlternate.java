// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** In each process, elected and revoked take turns, with the same epoch, and the next epoch is higher. */
public final class CallbacksAlternate implements SafetyRule {
    private final Map<String, HistoryEvent> last = new HashMap<>();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        if (event.op() != Op.ELECTED && event.op() != Op.REVOKED) {
            return Optional.empty();
        }
        HistoryEvent before = last.put(event.process() + " " + event.election(), event);
        boolean inTurn = event.op() == Op.ELECTED
                ? before == null || (before.op() == Op.REVOKED && before.epoch() < event.epoch())
                : before != null && before.op() == Op.ELECTED && before.epoch() == event.epoch();
        return inTurn
                ? Optional.empty()
                : Optional.of(event.process() + " was told " + event.op() + " " + event.epoch() + " of "
                        + event.election() + " after "
                        + (before == null ? "nothing" : before.op() + " " + before.epoch()));
    }
}
