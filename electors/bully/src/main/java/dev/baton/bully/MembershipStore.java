// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.UnavailableException;
import java.util.Optional;

/** Where a node keeps its mark and its membership, so that they outlast a power cut. Confined to the elector's lane. */
interface MembershipStore extends AutoCloseable {
    StateId mark();

    /** Whether what is stored is a copy, so that the node has another mark than the voter it was copied from. */
    boolean isCopy();

    Optional<Membership> load();

    /** @throws UnavailableException if it cannot be made to last; then the membership does not count as stored */
    void save(Membership membership);

    /** This node begins anew, as a voter that nobody has met. */
    void forget(StateId next);

    @Override
    void close();
}
