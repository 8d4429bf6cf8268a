// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.spi.Alarm;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.Optional;

/** Something that happened to a candidate; delivered in order. */
public sealed interface CandidateEvent {
    /** The name under which the event is logged, counted and streamed. */
    String name();

    /** This node leads. */
    record BecameLeader(Epoch epoch) implements CandidateEvent {
        @Override
        public String name() {
            return "became_leader";
        }
    }

    /** This node no longer leads; its duties have been told to stop. */
    record LostLeadership(Epoch epoch, LossReason reason, String detail) implements CandidateEvent {
        @Override
        public String name() {
            return "lost_leadership";
        }
    }

    /**
     * The leader that this node saw is gone.
     *
     * @param silence as in {@link Vacancy}: how long before this it was last known to lead
     */
    record LeaderDown(Leader former, Vacancy.Cause cause, Duration silence) implements CandidateEvent {
        @Override
        public String name() {
            return "leader_down";
        }
    }

    /** A node leads, perhaps this one. Seen once per leadership, in order of the epochs. */
    record LeaderChanged(Optional<Leader> previous, Leader current) implements CandidateEvent {
        @Override
        public String name() {
            return "leader_changed";
        }
    }

    /** The regular check of who leads. */
    record ElectionCheck(Optional<Leader> current) implements CandidateEvent {
        @Override
        public String name() {
            return "election_check";
        }
    }

    /** The state of the candidate changed. */
    record StateChanged(Candidate.State from, Candidate.State to) implements CandidateEvent {
        @Override
        public String name() {
            return "state_changed";
        }
    }

    /** The state of a duty changed. */
    record DutyChanged(Duty.Status status) implements CandidateEvent {
        @Override
        public String name() {
            return "duty_changed";
        }
    }

    /** The elector raised an alarm. */
    record AlarmRaised(Alarm alarm) implements CandidateEvent {
        @Override
        public String name() {
            return "alarm_raised";
        }
    }
}
