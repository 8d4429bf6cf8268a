// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.Term;
import java.util.Optional;

/** A candidate's state with what only that state needs. */
sealed interface Role {
    Candidate.State state();

    record Standby() implements Role {
        @Override
        public Candidate.State state() {
            return Candidate.State.STANDBY;
        }
    }

    record TakingOver(boolean campaigning) implements Role {
        @Override
        public Candidate.State state() {
            return Candidate.State.TAKING_OVER;
        }
    }

    record Leading(Epoch epoch, Term term, long since) implements Role {
        @Override
        public Candidate.State state() {
            return Candidate.State.LEADING;
        }

        Leading until(Term longer) {
            return new Leading(epoch, longer, since);
        }
    }

    /**
     * @param held the elector may still count this node as leader, so it must be told when the duties are stopped
     * @param hurried the term is over, so the duties were given less time than they were told first
     */
    record SteppingDown(
            Epoch epoch, Term term, Optional<NodeId> successor, boolean dutiesStopped, boolean held, boolean hurried)
            implements Role {
        @Override
        public Candidate.State state() {
            return Candidate.State.STEPPING_DOWN;
        }

        SteppingDown until(Term longer) {
            return new SteppingDown(epoch, longer, successor, dutiesStopped, held, hurried);
        }

        SteppingDown withDutiesStopped() {
            return new SteppingDown(epoch, term, successor, true, held, hurried);
        }

        SteppingDown withNothingHeld() {
            return new SteppingDown(epoch, term, successor, dutiesStopped, false, true);
        }

        SteppingDown inAHurry() {
            return new SteppingDown(epoch, term, successor, dutiesStopped, held, true);
        }
    }

    record Closed() implements Role {
        @Override
        public Candidate.State state() {
            return Candidate.State.CLOSED;
        }
    }
}
