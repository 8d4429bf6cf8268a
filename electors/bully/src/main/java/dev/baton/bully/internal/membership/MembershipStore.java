// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.UnavailableException;
import java.util.Optional;

/**
 * Where a node keeps its mark and its membership, so that they outlast a power cut. What writes may block, so no lane
 * calls it: it runs where the votes are written, one write at a time. What is remembered may be read from any thread.
 */
public interface MembershipStore extends AutoCloseable {
    /** What was stored last. */
    MembershipState read();

    default StateId mark() {
        return read().mark();
    }

    default Optional<Membership> load() {
        return read().membership();
    }

    /** Whether what is stored is a copy, so that the node has another mark than the voter it was copied from. */
    default boolean isCopy() {
        return read().copy();
    }

    /** @throws UnavailableException if it cannot be made to last; then the membership does not count as stored */
    void save(Membership membership);

    /**
     * This node starts again, as a voter that no node has met.
     *
     * @throws UnavailableException if it cannot be made to last; then it is who it was
     */
    void forget(StateId next);

    @Override
    void close();
}
