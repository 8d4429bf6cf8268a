// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.spi.ElectorEvent;
import java.util.function.Consumer;

/** Sends the messages of one election to other nodes, and tells this node's candidate its events. */
record VotingOutbox(ElectionName election, Electorate electorate, Consumer<VotingEffect> effects) {
    void send(Node to, VotingMessage message) {
        effects.accept(new VotingEffect.Send(to, message));
    }

    void sendAll(VotingMessage message) {
        electorate.members().forEach(member -> send(member, message));
    }

    void tell(ElectorEvent event) {
        effects.accept(new VotingEffect.Tell(election, event));
    }
}
