// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.function.Consumer;

/** A lease is given back only when no duty of its holder runs any more. */
public final class ReleaseOnlyAfterDutiesStopped implements SafetyRule {
    private final ObservedCluster cluster;
    private final RunningDuties running = new RunningDuties();

    public ReleaseOnlyAfterDutiesStopped(ObservedCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        running.on(event);
        if (!event.is(Op.STORE_RELEASE, Kind.OK)) {
            return;
        }
        String holder = event.details().text("holder");
        running.of(event.election()).stream()
                .filter(duty -> duty.process().equals(holder) && !cluster.hasEnded(holder))
                .findFirst()
                .ifPresent(duty -> violations.accept(Violation.of(
                        this,
                        "epoch " + event.epoch() + " of " + event.election() + " was given back by " + holder
                                + ", while a duty of it runs under epoch " + duty.epoch(),
                        duty,
                        event)));
    }
}
