// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Each process sees each leadership once, in the order of the epochs. */
public final class ViewMovesForward implements SafetyRule {
    private final Map<String, HistoryEvent> last = new HashMap<>();

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.op() != Op.LEADER_SEEN) {
            return;
        }
        HistoryEvent before = last.put(event.process() + " " + event.election(), event);
        if (before != null && before.epoch() >= event.epoch()) {
            violations.accept(Violation.of(
                    this,
                    event.process() + " saw epoch " + event.epoch() + " of " + event.election() + " after epoch "
                            + before.epoch(),
                    before,
                    event));
        }
    }
}
