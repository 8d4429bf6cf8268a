// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Leader;
import dev.baton.core.NodeId;
import dev.baton.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What members of a registry say to each other. {@link MessageCodec} writes them down. */
sealed interface RegistryMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler, Member from);

    /** Promise me this election: nobody else for the length of the lease. */
    record Ask(ElectionName election, LeaseToken token, Epoch epoch, Duration lease) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.ask(from, this);
        }
    }

    /**
     * The answer to {@link Ask}.
     *
     * @param highest the highest epoch that the voter knows of
     * @param size how many voters the cluster has, as far as the voter was told
     */
    record Vote(ElectionName election, LeaseToken token, Answer answer, Epoch highest, int size)
            implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.vote(from, this);
        }
    }

    /** I lead, under this epoch; promise it for another lease. Everybody hears it, voters answer. */
    record Renew(Leader leader, LeaseToken token, long number, Duration lease) implements RegistryMessage {
        ElectionName election() {
            return leader.election();
        }

        Epoch epoch() {
            return leader.epoch();
        }

        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.renew(from, this);
        }
    }

    /** The answer to {@link Renew}. */
    record Renewed(ElectionName election, LeaseToken token, long number, boolean promised, int size)
            implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.renewed(from, this);
        }
    }

    /** I lead no more, and what ran under it has stopped. */
    record Release(Leader leader, LeaseToken token, Optional<NodeId> successor) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.release(from, this);
        }
    }

    /** I asked in vain; the promise is not needed any more. */
    record Cancel(ElectionName election, LeaseToken token) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.cancel(from, this);
        }
    }

    /** Two sides have met, each with a leader: this one has to go. Only without a quorum. */
    record Verdict(ElectionName election, LeaseToken loser, Optional<NodeId> successor) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.verdict(from, this);
        }
    }

    /** The names that the sender has registered, told to the registrar of a view. */
    record Mine(long view, List<Registration> registrations) implements RegistryMessage {
        public Mine {
            registrations = List.copyOf(registrations);
        }

        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.mine(from, this);
        }
    }

    /** All names of the group, told by its registrar; a later number replaces an earlier one. */
    record Table(long number, List<Registration> registrations) implements RegistryMessage {
        public Table {
            registrations = List.copyOf(registrations);
        }

        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.table(from, this);
        }
    }

    /** The registrar is asked for a name. */
    record Register(Registration registration) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.register(from, this);
        }
    }

    /** The registrar's answer: yours, or whose it is. */
    record RegisterReply(Registration asked, Optional<Registration> taken) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.registerReply(from, this);
        }
    }

    /** The owner gives a name up. */
    record Unregister(Registration registration) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Member from) {
            handler.unregister(from, this);
        }
    }

    /** What a voter says to {@link Ask}. */
    enum Answer {
        PROMISED,
        /** Somebody else has the voter's promise. */
        TAKEN,
        /** The voter has promised that epoch or a later one before. */
        EPOCH_TOO_LOW,
        /** The voter has just started and may have promised something that it does not remember. */
        ABSTAINS,
        /** The voter cannot write its state file. */
        CANNOT_WRITE
    }

    /** One method per kind of message. */
    interface Handler {
        void ask(Member from, Ask message);

        void vote(Member from, Vote message);

        void renew(Member from, Renew message);

        void renewed(Member from, Renewed message);

        void release(Member from, Release message);

        void cancel(Member from, Cancel message);

        void verdict(Member from, Verdict message);

        void mine(Member from, Mine message);

        void table(Member from, Table message);

        void register(Member from, Register message);

        void registerReply(Member from, RegisterReply message);

        void unregister(Member from, Unregister message);
    }
}
