// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Epoch;
import dev.baton.spi.ElectorEvent;
import java.util.Optional;

/** What the lease rules want done. */
sealed interface LeaseEffect {
    /** Send a request; its answer belongs to the call with this number. */
    record Send(int call, LeaseRequest request) implements LeaseEffect {}

    /**
     * The lease is given back, as far as the store could be told: standbys may look.
     *
     * @param epoch empty if it was an attempt that may have won
     */
    record GaveBack(Optional<Epoch> epoch) implements LeaseEffect {}

    /** Tell the candidate. */
    record Tell(ElectorEvent event) implements LeaseEffect {}
}
