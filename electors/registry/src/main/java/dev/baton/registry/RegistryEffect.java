// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingEffect;
import java.util.Map;
import java.util.Optional;

/** Something that {@link RegistryRules} wants done; effects are performed in order. */
sealed interface RegistryEffect {
    /** Lets the effect choose what performs it, so that a new kind of effect breaks the build and not the cluster. */
    void performBy(Performer performer);

    record Send(Node to, RegistryMessage message) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.send(to, message);
        }
    }

    /** Remembers the marks of voters. Answered by {@link RegistryRules#remembered}. */
    record Remember(Map<NodeId, String> voters) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.remember(voters);
        }
    }

    /** What an election wants done, except sending. */
    record Elect(VotingEffect effect) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.elect(effect);
        }
    }

    /** Two owners of a name have met: one has to be chosen. Answered by {@link RegistryRules#resolvedName}. */
    record ResolveName(NameRegistration one, NameRegistration other) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.resolveName(one, other);
        }
    }

    /** A registration that this node requested is decided: this node has it, or {@code taken} is in the way. */
    record Registered(NameRegistration asked, Optional<NameRegistration> taken) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.registered(asked, taken);
        }
    }

    /** A registration has ended. */
    record Down(NameRegistration registration, DownReason reason) implements RegistryEffect {
        @Override
        public void performBy(Performer performer) {
            performer.down(registration, reason);
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void send(Node to, RegistryMessage message);

        void remember(Map<NodeId, String> voters);

        void elect(VotingEffect effect);

        void resolveName(NameRegistration one, NameRegistration other);

        void registered(NameRegistration asked, Optional<NameRegistration> taken);

        void down(NameRegistration registration, DownReason reason);
    }
}
