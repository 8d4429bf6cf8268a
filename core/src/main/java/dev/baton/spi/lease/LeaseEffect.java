// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Epoch;
import dev.baton.spi.ElectorEvent;
import java.util.Optional;

/** Something that the lease rules want done. */
sealed interface LeaseEffect {
    /** Lets the effect choose what performs it, so that a new kind of effect breaks the build and not the cluster. */
    void performBy(Performer performer);

    /** Send a request; its answer belongs to the call with this number. */
    record Send(int call, LeaseRequest request) implements LeaseEffect {
        @Override
        public void performBy(Performer performer) {
            performer.send(call, request);
        }
    }

    /**
     * The lease is given back, as far as the store could be reached: standbys may read the row.
     *
     * @param epoch empty if it was an attempt that may have won
     */
    record GaveBack(Optional<Epoch> epoch) implements LeaseEffect {
        @Override
        public void performBy(Performer performer) {
            performer.gaveBack(epoch);
        }
    }

    /** Tell the candidate. */
    record Tell(ElectorEvent event) implements LeaseEffect {
        @Override
        public void performBy(Performer performer) {
            performer.tell(event);
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void send(int call, LeaseRequest request);

        void gaveBack(Optional<Epoch> epoch);

        void tell(ElectorEvent event);
    }
}
