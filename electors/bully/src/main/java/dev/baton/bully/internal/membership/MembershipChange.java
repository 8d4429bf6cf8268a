// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;

/** One step of a membership: at most one voter more or less. */
sealed interface MembershipChange {
    Membership applyTo(Membership current);

    /** Whether the membership is already as this change would have it. */
    boolean isDone(Membership current);

    /** Whether it would be a membership after this change, which those that were accepted before may have ruled out. */
    boolean isPossible(Membership current);

    record Add(BullyMember member) implements MembershipChange {
        @Override
        public Membership applyTo(Membership current) {
            return current.with(member);
        }

        @Override
        public boolean isDone(Membership current) {
            return current.members().contains(member);
        }

        /** Another memory under the same id would be one voter less and one more: the former has to leave first. */
        @Override
        public boolean isPossible(Membership current) {
            boolean room = current.find(member.id())
                    .map(present -> present.mark().equals(member.mark()))
                    .orElse(current.members().size() < Membership.MAX_MEMBERS);
            return room && leavesAVoter(current);
        }

        boolean leavesAVoter(Membership current) {
            return member.part().votes() || current.hasVotersBeside(member.id());
        }
    }

    record Remove(NodeId id, FormerMember.Cause cause) implements MembershipChange {
        @Override
        public Membership applyTo(Membership current) {
            return current.without(id, cause);
        }

        @Override
        public boolean isDone(Membership current) {
            return current.find(id).isEmpty();
        }

        @Override
        public boolean isPossible(Membership current) {
            return current.hasVotersBeside(id);
        }
    }
}
