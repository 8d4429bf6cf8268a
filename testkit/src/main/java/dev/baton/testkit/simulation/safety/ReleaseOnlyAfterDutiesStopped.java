// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.Optional;

/** A lease is given back only when no duty of its holder runs any more. */
public final class ReleaseOnlyAfterDutiesStopped implements SafetyRule {
    private final RunningDuties running = new RunningDuties();

    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        running.on(event);
        if (!event.is(Op.STORE_RELEASE, Kind.OK)) {
            return Optional.empty();
        }
        String holder = event.details().text("holder");
        return running.of(event.election()).stream()
                .filter(duty -> duty.process().equals(holder) && !cluster.hasEnded(holder))
                .findFirst()
                .map(duty -> "epoch " + event.epoch() + " of " + event.election() + " was given back by " + holder
                        + ", while a duty of it runs under epoch " + duty.epoch());
    }
}
