// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** No write is accepted after one with a higher epoch was. */
public final class FencedWritesStayOut implements SafetyRule {
    private final Map<String, Long> highest = new HashMap<>();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        if (!event.is(Op.EFFECT, Kind.OK)) {
            return Optional.empty();
        }
        long seen = highest.merge(event.election(), event.epoch(), Math::max);
        return seen == event.epoch()
                ? Optional.empty()
                : Optional.of("a write of epoch " + event.epoch() + " of " + event.election()
                        + " was accepted after one of epoch " + seen);
    }
}
