// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Node;
import dev.baton.quorum.VotingMessage;
import java.util.List;
import java.util.Optional;

/** What members of a registry say to each other. {@link MessageCodec} writes them down. */
sealed interface RegistryMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler, Node from);

    /** What is said in an election. */
    record Ballot(VotingMessage message) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.ballot(from, this);
        }
    }

    /** The names that the sender has registered, told to the registrar of a view. */
    record Mine(long view, List<Registration> registrations) implements RegistryMessage {
        public Mine {
            registrations = List.copyOf(registrations);
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.mine(from, this);
        }
    }

    /** All names of the group, told by its registrar; a later number replaces an earlier one. */
    record Table(long number, List<Registration> registrations) implements RegistryMessage {
        public Table {
            registrations = List.copyOf(registrations);
        }

        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.table(from, this);
        }
    }

    /** The registrar is asked for a name. */
    record Register(Registration registration) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.register(from, this);
        }
    }

    /** The registrar's answer: yours, or whose it is. */
    record RegisterReply(Registration asked, Optional<Registration> taken) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.registerReply(from, this);
        }
    }

    /** The owner gives a name up. */
    record Unregister(Registration registration) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler, Node from) {
            handler.unregister(from, this);
        }
    }

    /** One method per kind of message. */
    interface Handler {
        void ballot(Node from, Ballot message);

        void mine(Node from, Mine message);

        void table(Node from, Table message);

        void register(Node from, Register message);

        void registerReply(Node from, RegisterReply message);

        void unregister(Node from, Unregister message);
    }
}
