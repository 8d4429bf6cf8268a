// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Each process sees each leadership once, in the order of the epochs. */
public final class ViewMovesForward implements SafetyRule {
    private final Map<String, Long> last = new HashMap<>();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        if (event.op() != Op.LEADER_SEEN) {
            return Optional.empty();
        }
        Long before = last.put(event.process() + " " + event.election(), event.epoch());
        return before == null || before < event.epoch()
                ? Optional.empty()
                : Optional.of(event.process() + " saw epoch " + event.epoch() + " of " + event.election()
                        + " after epoch " + before);
    }
}
