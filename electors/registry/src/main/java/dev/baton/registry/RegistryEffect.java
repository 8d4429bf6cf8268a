// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingEffect;
import java.util.Map;
import java.util.Optional;

/** What {@link RegistryRules} wants done, in this order. */
sealed interface RegistryEffect {
    record Send(Node to, RegistryMessage message) implements RegistryEffect {}

    /** Remembers the marks of voters. Answered by {@link RegistryRules#remembered}. */
    record Remember(Map<NodeId, String> voters) implements RegistryEffect {}

    /** What an election wants done, but for what it sends. */
    record Elect(VotingEffect effect) implements RegistryEffect {}

    /** Two owners of a name have met: one has to be chosen. Answered by {@link RegistryRules#resolvedName}. */
    record ResolveName(NameRegistration one, NameRegistration other) implements RegistryEffect {}

    /** A registration that this node asked for is decided: it has it, or this one is in the way. */
    record Registered(NameRegistration asked, Optional<NameRegistration> taken) implements RegistryEffect {}

    /** A registration has ended. */
    record Down(NameRegistration registration, DownReason reason) implements RegistryEffect {}
}
