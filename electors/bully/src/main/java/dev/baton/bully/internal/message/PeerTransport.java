// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import java.net.InetAddress;
import java.util.function.Consumer;

/** How a node reaches the others. No method blocks; each answers once, within the request timeout, on any thread. */
public interface PeerTransport extends AutoCloseable {
    /** @param envelope with messages of one topic, and at least one */
    void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer);

    void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer);

    void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer);

    /**
     * Finds out whether the node that asks to join is where it says, without telling that address anything.
     *
     * @param from the address that the request came from
     * @param answer why it is not let in, if so
     */
    void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer);

    @Override
    void close();
}
