// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.spi.Alarm;

/** What the rules of the membership want done, in this order. */
public sealed interface MembershipEffect {
    /** Lets the effect choose what performs it, so that a new kind of effect breaks the build and not the cluster. */
    void performBy(Performer performer);

    /** Makes a membership durable. Answered by {@link ClusterMembershipRules#stored(boolean, long)}. */
    record Save(Membership membership) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.save(membership);
        }
    }

    /** Makes durable that this node begins anew, as another voter. Answered by {@link ClusterMembershipRules#stored(boolean, long)}. */
    record BeginAnew(StateId mark) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.beginAnew(mark);
        }
    }

    /** Hands the membership over to another member, which says what it has stored. */
    record HandOver(NodeId to, Membership membership) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.handOver(to, membership);
        }
    }

    /** Asks a node for membership. */
    record Join(Address at, JoinRequest request) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.join(at, request);
        }
    }

    /** Tells all contests of something that an operator should know of. */
    record Raise(Alarm alarm) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.raise(alarm);
        }
    }

    /** Something that an operator should read. */
    record Note(boolean alarming, String text) implements MembershipEffect {
        @Override
        public void performBy(Performer performer) {
            performer.note(alarming, text);
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void save(Membership membership);

        void beginAnew(StateId mark);

        void handOver(NodeId to, Membership membership);

        void join(Address at, JoinRequest request);

        void raise(Alarm alarm);

        void note(boolean alarming, String text);
    }
}
