// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.Optional;

/** The fault handler is called only for a duty that cannot be stopped, or in a process that could not run. */
public final class FaultsHaveACause implements SafetyRule {
    @Override
    public Optional<String> on(HistoryEvent event, ClusterView cluster) {
        if (event.op() != Op.FAULT) {
            return Optional.empty();
        }
        boolean misbehaved =
                event.details().find("duty").filter("misbehaved"::equals).isPresent();
        boolean stuck = event.details().find("stuck").filter("true"::equals).isPresent();
        return stuck && (misbehaved || cluster.wasPausedLately(event.process()))
                ? Optional.empty()
                : Optional.of(event.process() + " called its fault handler: " + event.value());
    }
}
