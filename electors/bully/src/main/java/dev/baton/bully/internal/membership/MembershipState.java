// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import java.util.Optional;

/**
 * What a node remembers of its membership.
 *
 * @param copy whether it was read from a copy, so that the node has another mark than the voter it was copied from
 */
public record MembershipState(StateId mark, boolean copy, Optional<Membership> membership) {
    /** After a membership was stored. A copy stays one until the node is a member with its own mark. */
    MembershipState adopting(Membership next, NodeId self) {
        return new MembershipState(mark, copy && !next.has(self, mark), Optional.of(next));
    }

    /** The state after the node has started again. */
    static MembershipState begunAnew(StateId next) {
        return new MembershipState(next, false, Optional.empty());
    }
}
