// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateEvent;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Optional;

/** Something that the candidate's rules want done; effects are performed in order. */
sealed interface CandidateEffect {
    void performBy(Performer performer);

    /** Ask the elector for leadership. */
    record Campaign() implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.campaign();
        }
    }

    /** Stop asking. */
    record Withdraw() implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.withdraw();
        }
    }

    /** Take up a leadership: it is visible from now on, and the duties start. */
    record Lead(Epoch epoch, long certainUntil) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.lead(epoch, certainUntil);
        }
    }

    /** Extend the deadline of the leadership. */
    record Extend(long certainUntil) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.extend(certainUntil);
        }
    }

    /** No code may act under the leadership from now on. */
    record EndTenure() implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.endTenure();
        }
    }

    /** Tell the duties to stop by an instant; the leadership is not visible from now on. */
    record StopDuties(long stopBy) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.stopDuties(stopBy);
        }
    }

    /** Give leadership back. */
    record Release(Epoch epoch, Optional<NodeId> successor) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.release(epoch, successor);
        }
    }

    /** Let a leadership expire. */
    record Abandon(Epoch epoch) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.abandon(epoch);
        }
    }

    /** Tell the listeners. */
    record Announce(CandidateEvent event) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.announce(event);
        }
    }

    /** The last resort. */
    record Fault(String what) implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.fault(what);
        }
    }

    /** Leave the election. */
    record Leave() implements CandidateEffect {
        @Override
        public void performBy(Performer performer) {
            performer.leave();
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void campaign();

        void withdraw();

        void lead(Epoch epoch, long certainUntil);

        void extend(long certainUntil);

        void endTenure();

        void stopDuties(long stopBy);

        void release(Epoch epoch, Optional<NodeId> successor);

        void abandon(Epoch epoch);

        void announce(CandidateEvent event);

        void fault(String what);

        void leave();
    }
}
