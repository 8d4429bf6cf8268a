// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.spi.Priority;

/** What the nodes of a cluster say to each other. */
public sealed interface BullyMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler, Node from);

    MessageTopic topic();

    /** I would ask for this election, unless someone above me does. */
    record Question(ElectionName election, Priority priority) implements BullyMessage {
        @Override
        public MessageTopic topic() {
            return MessageTopic.ELECTION;
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.question(from, this);
        }
    }

    /** The answer to {@link Question}: whether the answerer stands for it. */
    record Precedence(ElectionName election, CandidateStatus stance) implements BullyMessage {
        @Override
        public MessageTopic topic() {
            return MessageTopic.ELECTION;
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.precedence(from, this);
        }
    }

    /** The membership that the sender has stored. */
    record Members(Membership membership) implements BullyMessage {
        @Override
        public MessageTopic topic() {
            return MessageTopic.COORDINATOR;
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.members(from, this);
        }
    }

    /** The answer to {@link Members}. */
    record Stored(StoredMembership membership) implements BullyMessage {
        @Override
        public MessageTopic topic() {
            return MessageTopic.COORDINATOR;
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.stored(from, this);
        }
    }

    /** What the voting itself needs. */
    record Ballot(VotingMessage message) implements BullyMessage {
        private static final long ANNOUNCEMENT = 1;

        /** A leader's first renewal is how the others learn that it has won. */
        @Override
        public MessageTopic topic() {
            if (message instanceof Renew renew) {
                return renew.number() == ANNOUNCEMENT ? MessageTopic.COORDINATOR : MessageTopic.HEARTBEAT;
            } else if (message instanceof Renewed || message instanceof Claim) {
                return MessageTopic.HEARTBEAT;
            } else if (message instanceof Release || message instanceof Verdict) {
                return MessageTopic.COORDINATOR;
            }
            return MessageTopic.ELECTION;
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.ballot(from, this);
        }
    }

    /** One method per kind of message. */
    interface Handler {
        void question(Node from, Question message);

        void precedence(Node from, Precedence message);

        void members(Node from, Members message);

        void stored(Node from, Stored message);

        void ballot(Node from, Ballot message);
    }
}
