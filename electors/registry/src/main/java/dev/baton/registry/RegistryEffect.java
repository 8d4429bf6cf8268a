// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.ElectionName;
import dev.baton.core.Leader;
import dev.baton.elector.ElectorEvent;
import java.util.Optional;

/** What {@link RegistryRules} wants done, in this order. */
sealed interface RegistryEffect {
    record Send(Member to, RegistryMessage message) implements RegistryEffect {}

    /** Tells the contest of an election what happened. */
    record Tell(ElectionName election, ElectorEvent event) implements RegistryEffect {}

    /** From now on this process is to be watched, so that its end can be proven. */
    record Watch(Member holder) implements RegistryEffect {}

    /** Two leaders have met: one has to be chosen. Answered by {@link RegistryRules#resolved}. */
    record Resolve(ElectionName election, Leader one, Leader other) implements RegistryEffect {}

    /** Two owners of a name have met: one has to be chosen. Answered by {@link RegistryRules#resolvedName}. */
    record ResolveName(Registration one, Registration other) implements RegistryEffect {}

    /** A registration that this node asked for is decided: it has it, or this one is in the way. */
    record Registered(Registration asked, Optional<Registration> taken) implements RegistryEffect {}

    /** A registration has ended. */
    record Down(Registration registration, DownReason reason) implements RegistryEffect {}
}
