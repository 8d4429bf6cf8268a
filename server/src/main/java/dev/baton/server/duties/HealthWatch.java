// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.duties;

import dev.baton.CandidateEvent;
import dev.baton.ElectionName;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.duties.HealthReport;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventDraft;
import dev.baton.server.view.EventLog;
import java.time.Clock;
import java.util.stream.Collectors;

/** Shows what the duty {@code cluster_health} finds: an alarm as long as this node leads and a node is missing. */
final class HealthWatch implements LeadershipListener {
    private final ElectionName election;
    private final NodeId self;
    private final Alarms alarms;
    private final EventLog log;
    private final Clock clock;

    HealthWatch(ElectionName election, NodeId self, Alarms alarms, EventLog log, Clock clock) {
        this.election = election;
        this.self = self;
        this.alarms = alarms;
        this.log = log;
        this.clock = clock;
    }

    /** The cluster's health has changed. */
    void found(HealthReport report) {
        if (report.missing().isEmpty()) {
            alarms.clear(Alarms.NODES_MISSING);
            return;
        }
        String detail = report.missing().stream()
                .map(NodeId::value)
                .sorted()
                .collect(Collectors.joining(", ", "missing of those that " + election + " expects: ", ""));
        if (alarms.isRaised(Alarms.NODES_MISSING, detail)) {
            return;
        }
        alarms.raise(Alarms.NODES_MISSING, detail, clock.instant());
        log.append(new EventDraft("alarm", election.value(), self.value(), null, Alarms.NODES_MISSING, null, detail));
    }

    @Override
    public void on(CandidateEvent event) {
        // The next leader checks for itself.
        if (event instanceof CandidateEvent.LostLeadership) {
            alarms.clear(Alarms.NODES_MISSING);
        }
    }
}
