// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.UnavailableException;
import java.util.Optional;

/** A store that outlives the process it is modelled in, and can be made to fail. */
final class MemoryMembershipStore implements MembershipStore {
    private StateId mark;
    private Optional<Membership> membership = Optional.empty();
    private boolean full;
    private boolean copy;

    MemoryMembershipStore(StateId mark) {
        this.mark = mark;
    }

    /** A copy of what is stored, in which the node has another mark, as {@link StateFolder} gives it one. */
    MemoryMembershipStore copy(StateId other) {
        MemoryMembershipStore copied = new MemoryMembershipStore(other);
        copied.membership = membership;
        copied.copy = true;
        return copied;
    }

    void full(boolean disk) {
        full = disk;
    }

    @Override
    public StateId mark() {
        return mark;
    }

    @Override
    public boolean isCopy() {
        return copy;
    }

    @Override
    public Optional<Membership> load() {
        return membership;
    }

    @Override
    public void save(Membership next) {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
        membership = Optional.of(next);
    }

    @Override
    public void forget(StateId next) {
        mark = next;
        membership = Optional.empty();
    }

    @Override
    public void close() {}
}
