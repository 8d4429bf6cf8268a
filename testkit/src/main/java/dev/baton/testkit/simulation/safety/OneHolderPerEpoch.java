// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An epoch of an election is given to one process and won by it, once. */
public final class OneHolderPerEpoch implements SafetyRule {
    private final Map<String, String> holders = new HashMap<>();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        if (event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            return claim("given", event, event.details().text("holder"));
        }
        return event.op() == Op.ELECTED ? claim("won", event, event.process()) : Optional.empty();
    }

    private Optional<String> claim(String how, HistoryEvent event, String holder) {
        String before = holders.put(how + " " + event.election() + " " + event.epoch(), holder);
        return before == null
                ? Optional.empty()
                : Optional.of("epoch " + event.epoch() + " of " + event.election() + " was " + how + " by " + before
                        + " and again by " + holder);
    }
}
