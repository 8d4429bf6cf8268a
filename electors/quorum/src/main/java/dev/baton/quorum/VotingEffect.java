// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.spi.ElectorEvent;

/** What {@link Voting} wants done, in this order. */
public sealed interface VotingEffect {
    /** Lets the effect choose what performs it, so that a new kind of effect breaks the build and not the cluster. */
    void performBy(Performer performer);

    /**
     * Makes a change durable. Answered by {@link Voting#persisted}, in the order of the numbers; what depends on it is
     * only said after that, so that the other effects need not wait.
     */
    record Persist(long number, VoterState change) implements VotingEffect {
        @Override
        public void performBy(Performer performer) {
            performer.persist(number, change);
        }
    }

    /** To another node; what a node says to itself stays within. */
    record Send(Node to, VotingMessage message) implements VotingEffect {
        @Override
        public void performBy(Performer performer) {
            performer.send(to, message);
        }
    }

    /** Tells the contest of an election what happened. */
    record Tell(ElectionName election, ElectorEvent event) implements VotingEffect {
        @Override
        public void performBy(Performer performer) {
            performer.tell(election, event);
        }
    }

    /**
     * This process leads. An elector that can prove its end calls {@link Voting#gone}; none has to.
     *
     * @param leader what it says of itself
     */
    record Watch(Node holder, Leader leader) implements VotingEffect {
        @Override
        public void performBy(Performer performer) {
            performer.watch(holder, leader);
        }
    }

    /** Without a quorum, two leaders have met: one has to be chosen. Answered by {@link Voting#resolved}. */
    record Resolve(ElectionName election, Leader one, Leader other) implements VotingEffect {
        @Override
        public void performBy(Performer performer) {
            performer.resolve(election, one, other);
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void persist(long number, VoterState change);

        void send(Node to, VotingMessage message);

        void tell(ElectionName election, ElectorEvent event);

        void watch(Node holder, Leader leader);

        void resolve(ElectionName election, Leader one, Leader other);
    }
}
