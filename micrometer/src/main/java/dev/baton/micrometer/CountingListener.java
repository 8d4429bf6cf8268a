// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import dev.baton.CandidateEvent;
import dev.baton.Duty;
import dev.baton.LeadershipListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Counts what happens to one candidate.
 *
 * @param tags the election
 */
record CountingListener(MeterRegistry registry, Tags tags) implements LeadershipListener {
    @Override
    public void on(CandidateEvent event) {
        if (event instanceof CandidateEvent.LostLeadership lost) {
            count("baton.leaderships.lost", tags.and("reason", lost.reason().name()));
        } else if (event instanceof CandidateEvent.LeaderChanged) {
            count("baton.leader.changes", tags);
        } else if (event instanceof CandidateEvent.ElectionCheck) {
            count("baton.election.checks", tags);
        } else if (event instanceof CandidateEvent.AlarmRaised raised) {
            count("baton.alarms", tags.and("kind", raised.alarm().kind().name()));
        } else if (event instanceof CandidateEvent.DutyChanged changed
                && changed.status().state() == Duty.State.BACKING_OFF) {
            count("baton.duty.restarts", tags.and("duty", changed.status().name()));
        }
    }

    private void count(String name, Tags all) {
        registry.counter(name, all).increment();
    }
}
