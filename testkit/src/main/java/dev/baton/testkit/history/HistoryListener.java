// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** Writes down what a candidate announces. What its duties do is written down by {@link RecordedDuty}. */
public final class HistoryListener implements LeadershipListener {
    private final HistoryRecorder history;
    private final ElectionName election;

    public HistoryListener(HistoryRecorder history, ElectionName election) {
        this.history = history;
        this.election = election;
    }

    @Override
    public void elected(Leadership won) {
        history.record(Kind.OK, Op.ELECTED, election, won.epoch(), "");
    }

    @Override
    public void revoked(Epoch lost, LossReason why) {
        history.record(Kind.OK, Op.REVOKED, election, lost, Details.of("reason", why));
    }

    @Override
    public void on(CandidateEvent event) {
        if (event instanceof LeaderChanged changed) {
            Leader leader = changed.current();
            history.record(Kind.INFO, Op.LEADER_SEEN, election, leader.epoch(), Details.of("leader", leader.node()));
        }
    }
}
