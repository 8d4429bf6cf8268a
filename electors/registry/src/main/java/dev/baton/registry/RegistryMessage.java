// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.quorum.VotingMessage;
import java.util.List;

/** The messages between members of a registry. {@link MessageCodec} encodes them. */
sealed interface RegistryMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler);

    /** A message of an election. */
    record Ballot(VotingMessage message) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.ballot(this);
        }
    }

    /**
     * What a member has and wants; sent to the registrar repeatedly.
     *
     * @param number rises with every change
     * @param knows the number of the registrar's table that the member has; 0 if it still waits for an answer
     */
    record Mine(long number, long knows, List<NameRegistration> registrations, List<RegistryName> wanted)
            implements RegistryMessage {
        public Mine {
            registrations = List.copyOf(registrations);
            wanted = List.copyOf(wanted);
        }

        @Override
        public void deliverTo(Handler handler) {
            handler.mine(this);
        }
    }

    /**
     * All names of the group, sent by its registrar.
     *
     * @param number a higher one replaces a lower one of the same registrar
     * @param heard the number of the receiver's last {@link Mine} that this table includes
     * @param lost registrations that lost against those of another side
     */
    record Table(long number, long heard, List<NameRegistration> registrations, List<NameRegistration> lost)
            implements RegistryMessage {
        public Table {
            registrations = List.copyOf(registrations);
            lost = List.copyOf(lost);
        }

        @Override
        public void deliverTo(Handler handler) {
            handler.table(this);
        }
    }

    /** One method per kind of message. */
    interface Handler {
        void ballot(Ballot message);

        void mine(Mine message);

        void table(Table message);
    }
}
