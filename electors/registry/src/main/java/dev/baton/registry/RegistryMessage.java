// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.quorum.VotingMessage;
import java.util.List;

/** What members of a registry say to each other. {@link MessageCodec} writes them down. */
sealed interface RegistryMessage {
    /** Lets the message choose its handler, so that a new kind of message breaks the build and not the cluster. */
    void deliverTo(Handler handler);

    /** What is said in an election. */
    record Ballot(VotingMessage message) implements RegistryMessage {
        @Override
        public void deliverTo(Handler handler) {
            handler.ballot(this);
        }
    }

    /**
     * What a member has and wants, told to the registrar again and again.
     *
     * @param number rises with every change of it
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
     * All names of the group, told by its registrar.
     *
     * @param number a higher one replaces a lower one of the same registrar
     * @param heard the number of the receiver's last {@link Mine} that is in it
     * @param lost registrations that were given up for those of another side
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
