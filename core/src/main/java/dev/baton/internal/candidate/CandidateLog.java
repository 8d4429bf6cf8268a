// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.AlarmRaised;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.DutyChanged;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.Duty;
import dev.baton.NodeId;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.ElectionEntry;
import java.util.Map;

/** Logs the events of one candidate. */
final class CandidateLog {
    private static final AsyncLog LOG = AsyncLog.of(Candidate.class);

    private final ElectionEntry entry;
    /** Whether changes of the leader are logged only at DEBUG; alarms are logged in any case. */
    private final boolean quiet;

    CandidateLog(ElectionEntry entry, boolean quiet) {
        this.entry = entry;
        this.quiet = quiet;
    }

    private void say(String line, Object... values) {
        if (quiet) {
            LOG.debug(line, values);
        } else {
            LOG.info(line, values);
        }
    }

    void write(CandidateEvent event) {
        NodeId self = entry.self().id();
        if (event instanceof BecameLeader won) {
            say("{} leads {} under epoch {}", self, entry.election(), won.epoch());
        } else if (event instanceof LostLeadership lost) {
            say(
                    "{} stopped leading {}: epoch {}, {} ({})",
                    self,
                    entry.election(),
                    lost.epoch(),
                    lost.reason(),
                    lost.detail());
        } else if (event instanceof LeaderChanged changed
                && !changed.current().node().equals(entry.self())) {
            say(
                    "{} follows in {}: {} leads under epoch {}{}",
                    self,
                    entry.election(),
                    changed.current().node().id(),
                    changed.current().epoch(),
                    at(changed.current().endpoints().byPurpose()));
        } else if (event instanceof AlarmRaised raised && raised.alarm().kind().isAllClear()) {
            LOG.info("{} in {}: {}", self, entry.election(), raised.alarm().message());
        } else if (event instanceof AlarmRaised raised) {
            LOG.warn(
                    "{} in {}: {} {}",
                    self,
                    entry.election(),
                    raised.alarm().kind(),
                    raised.alarm().message());
        } else if (event instanceof DutyChanged changed && changed.status().state() == Duty.State.CLEANING_UP) {
            LOG.warn(
                    "{} in {}: duty {} broke down: {}",
                    self,
                    entry.election(),
                    changed.status().name(),
                    changed.status().detail());
        } else {
            LOG.debug("{} in {}: {}", self, entry.election(), event);
        }
    }

    /** The address of a leader, if it has published one. */
    private static String at(Map<String, String> endpoints) {
        return endpoints.isEmpty() ? "" : ", at " + endpoints;
    }
}
