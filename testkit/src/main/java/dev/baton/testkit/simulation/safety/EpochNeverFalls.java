// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Every acquisition has a higher epoch than all before; a renewal or a release keeps it. */
public final class EpochNeverFalls implements SafetyRule {
    private final Map<String, Long> highest = new HashMap<>();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        long before = highest.getOrDefault(event.election(), 0L);
        if (event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            highest.put(event.election(), event.epoch());
            return event.epoch() > before
                    ? Optional.empty()
                    : Optional.of("epoch " + event.epoch() + " of " + event.election() + " was given after " + before);
        }
        boolean kept = event.is(Op.STORE_RENEW, Kind.OK) || event.is(Op.STORE_RELEASE, Kind.OK);
        return !kept || event.epoch() == before
                ? Optional.empty()
                : Optional.of("epoch " + before + " of " + event.election() + " became " + event.epoch() + " by "
                        + event.op());
    }
}
