// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.NodeId;

/** One step of a membership: at most one voter more or less. */
sealed interface Change {
    Membership applyTo(Membership current);

    NodeId id();

    /** Whether the membership is already as this change would have it. */
    default boolean isDone(Membership current) {
        return false;
    }

    record Add(Member member) implements Change {
        @Override
        public Membership applyTo(Membership current) {
            return current.with(member);
        }

        @Override
        public NodeId id() {
            return member.id();
        }

        @Override
        public boolean isDone(Membership current) {
            return current.members().contains(member);
        }
    }

    record Remove(NodeId id, Departed.Cause cause) implements Change {
        @Override
        public Membership applyTo(Membership current) {
            return current.without(id, cause);
        }

        @Override
        public boolean isDone(Membership current) {
            return current.find(id).isEmpty();
        }
    }
}
