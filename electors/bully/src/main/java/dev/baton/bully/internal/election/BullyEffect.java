// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;

/** What {@code BullyRules} wants done, in this order. */
public sealed interface BullyEffect {
    /** Lets the effect choose what performs it, so that a new kind of effect breaks the build and not the cluster. */
    void performBy(Performer performer);

    /** Makes a change of what this voter remembers durable. Answered by {@code BullyRules.persisted}. */
    record Persist(long number, VoterState change) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.persist(number, change);
        }
    }

    /** Makes a membership durable. Answered by {@code BullyRules.stored}. */
    record SaveMembership(Membership membership) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.saveMembership(membership);
        }
    }

    /** Makes durable that this node begins anew, as another voter. Answered by {@code BullyRules.stored}. */
    record BeginAnew(StateId mark) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.beginAnew(mark);
        }
    }

    /** To another member. If it has just asked something, this is part of the answer. */
    record Send(NodeId to, BullyMessage message) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.send(to, message);
        }
    }

    /** Tells the contest of an election what happened. */
    record Tell(ElectionName election, ElectorEvent event) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.tell(election, event);
        }
    }

    /** Asks a member whether it lives. */
    record Beat(BullyMember member) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.beat(member);
        }
    }

    /** This process leads, and says that it can be watched at an address. */
    record Watch(Node process, String address) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.watch(process, address);
        }
    }

    /** Asks a node for membership. */
    record Join(Address at, JoinRequest request) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.join(at, request);
        }
    }

    /** Tells all contests of something that an operator should know of. */
    record Raise(Alarm alarm) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.raise(alarm);
        }
    }

    /** Something that an operator should read. */
    record Note(boolean alarming, String text) implements BullyEffect {
        @Override
        public void performBy(Performer performer) {
            performer.note(alarming, text);
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void persist(long number, VoterState change);

        void saveMembership(Membership membership);

        void beginAnew(StateId mark);

        void send(NodeId to, BullyMessage message);

        void tell(ElectionName election, ElectorEvent event);

        void beat(BullyMember member);

        void watch(Node process, String address);

        void join(Address at, JoinRequest request);

        void raise(Alarm alarm);

        void note(boolean alarming, String text);
    }
}
