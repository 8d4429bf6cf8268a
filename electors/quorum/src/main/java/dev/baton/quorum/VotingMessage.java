// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;

/**
 * What the nodes of an election say to each other. Each elector writes them down in its own way. A {@code size} is how
 * many voters the cluster has as the sender itself was told, never as it heard from others: a wrong number ends with the
 * node that was told it.
 */
public sealed interface VotingMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler);

    ElectionName election();

    /**
     * Would you promise me this election? Changes nothing at the voter. A candidate that does not hear a majority say so
     * asks for no promise, so that one whose answers are lost neither uses up epochs nor keeps voters from others.
     */
    record PreVote(ElectionName election, LeaseToken token, Duration lease, int size) implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.preVote(this);
        }
    }

    /** Asks for a promise: no other leader of this election for the length of the lease. */
    record Ask(ElectionName election, LeaseToken token, Epoch epoch, Duration lease, int size)
            implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.ask(this);
        }
    }

    /**
     * The answer to {@link Ask} and to {@link PreVote}.
     *
     * @param highest the highest epoch that the voter knows of
     */
    record Vote(ElectionName election, LeaseToken token, Answer answer, Epoch highest, int size)
            implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.vote(this);
        }
    }

    /**
     * I lead, under this epoch; promise it for another lease. Everyone hears it, voters answer.
     *
     * @param priority the priority under which it leads
     */
    record Renew(Leader leader, LeaseToken token, long number, Duration lease, int size, Priority priority)
            implements VotingMessage {
        /** Of a leader that no candidate is preferred over. */
        public Renew(Leader leader, LeaseToken token, long number, Duration lease, int size) {
            this(leader, token, number, lease, size, Priority.DEFAULT);
        }

        @Override
        public ElectionName election() {
            return leader.election();
        }

        public Epoch epoch() {
            return leader.epoch();
        }

        @Override
        public void deliverTo(Handler handler) {
            handler.renew(this);
        }
    }

    /** The answer to {@link Renew}. */
    record Renewed(ElectionName election, LeaseToken token, long number, boolean promised, int size)
            implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.renewed(this);
        }
    }

    /** The sender has stopped leading, and all its duties have ended. */
    record Release(Leader leader, LeaseToken token, Optional<NodeId> successor) implements VotingMessage {
        @Override
        public ElectionName election() {
            return leader.election();
        }

        @Override
        public void deliverTo(Handler handler) {
            handler.release(this);
        }
    }

    /** The attempt failed; the promise is no longer needed. */
    record Cancel(ElectionName election, LeaseToken token) implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.cancel(this);
        }
    }

    /** Two sides have met, each with a leader: this one has to go. Only without a quorum. */
    record Verdict(ElectionName election, LeaseToken loser, Optional<NodeId> successor) implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.verdict(this);
        }
    }

    /**
     * To a leader that has just renewed: I am ready to lead, and have a higher priority.
     *
     * @param token that of the leader
     */
    record Claim(ElectionName election, LeaseToken token, Priority priority) implements VotingMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.claim(this);
        }
    }

    /** What a voter says to {@link Ask} and to {@link PreVote}. */
    enum Answer {
        PROMISED,
        /** The voter would promise; the answer to a {@link PreVote}, and worth nothing in an election. */
        WILLING,
        /** Another candidate has the voter's promise. */
        TAKEN,
        /** The voter has promised that epoch or a later one before. */
        EPOCH_TOO_LOW,
        /** The voter has just started and may have promised something that it does not remember. */
        ABSTAINS,
        /** The voter cannot write its state file. */
        CANNOT_WRITE,
        /** The question is beyond the {@link Bounds}. */
        REFUSED
    }

    /** One method per kind of message: of the rules that hear it, and of the codecs that write it. */
    interface Handler {
        void preVote(PreVote message);

        void ask(Ask message);

        void vote(Vote message);

        void renew(Renew message);

        void renewed(Renewed message);

        void release(Release message);

        void cancel(Cancel message);

        void verdict(Verdict message);

        void claim(Claim message);
    }
}
