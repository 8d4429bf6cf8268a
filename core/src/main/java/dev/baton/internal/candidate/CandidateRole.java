// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.Validity;
import java.util.Optional;

/** A candidate's state with what only that state needs. */
sealed interface CandidateRole {
    Candidate.State state();

    record Standby() implements CandidateRole {
        @Override
        public Candidate.State state() {
            return Candidate.State.STANDBY;
        }
    }

    record TakingOver(boolean campaigning) implements CandidateRole {
        @Override
        public Candidate.State state() {
            return Candidate.State.TAKING_OVER;
        }
    }

    record Leading(Epoch epoch, Validity validity, long since) implements CandidateRole {
        @Override
        public Candidate.State state() {
            return Candidate.State.LEADING;
        }

        Leading until(Validity longer) {
            return new Leading(epoch, longer, since);
        }
    }

    /**
     * @param held the elector may still count this node as leader, so it must be told when the duties are stopped
     * @param hurried the validity is over, so the duties were given less time than they were told first
     */
    record SteppingDown(
            Epoch epoch,
            Validity validity,
            Optional<NodeId> successor,
            boolean dutiesStopped,
            boolean held,
            boolean hurried)
            implements CandidateRole {
        @Override
        public Candidate.State state() {
            return Candidate.State.STEPPING_DOWN;
        }

        SteppingDown until(Validity longer) {
            return new SteppingDown(epoch, longer, successor, dutiesStopped, held, hurried);
        }

        SteppingDown withDutiesStopped() {
            return new SteppingDown(epoch, validity, successor, true, held, hurried);
        }

        SteppingDown withNothingHeld() {
            return new SteppingDown(epoch, validity, successor, dutiesStopped, false, true);
        }

        SteppingDown inAHurry() {
            return new SteppingDown(epoch, validity, successor, dutiesStopped, held, true);
        }
    }

    record Closed() implements CandidateRole {
        @Override
        public Candidate.State state() {
            return Candidate.State.CLOSED;
        }
    }
}
