// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.util.Optional;

/** A store that outlives the process it is modelled in, and can be made to fail. */
public final class MemoryMembershipStore implements MembershipStore {
    private static final NodeId NOBODY = NodeId.of("nobody");

    private volatile MembershipState state;
    private volatile boolean full;

    public MemoryMembershipStore(StateId mark) {
        this.state = new MembershipState(mark, false, Optional.empty());
    }

    /** A copy of what is stored, in which the node has another mark, as {@link StateFolder} gives it one. */
    public MemoryMembershipStore copy(StateId other) {
        MemoryMembershipStore copied = new MemoryMembershipStore(other);
        copied.state = new MembershipState(other, true, state.membership());
        return copied;
    }

    public void full(boolean disk) {
        full = disk;
    }

    @Override
    public MembershipState read() {
        return state;
    }

    @Override
    public void save(Membership next) {
        requireRoom();
        state = state.adopting(next, NOBODY);
    }

    @Override
    public void forget(StateId next) {
        state = MembershipState.begunAnew(next);
    }

    private void requireRoom() {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
    }

    @Override
    public void close() {}
}
