// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;

/** The reachable members of a cluster, and the transport to them. JGroups in production, modelled in tests. */
interface Group extends AutoCloseable {
    /** Joins; from now on views and messages come to {@code listener}, one after another, from any thread. */
    void join(Listener listener);

    /**
     * Sends without waiting, also to a member that is not in the view, if it ever was or has sent a message. Messages
     * may be lost or late; the sender repeats what must arrive.
     */
    void send(Node to, RegistryMessage message);

    /** Leaves the group in an orderly way. */
    @Override
    void close();

    /** Receives what happens in the group. */
    interface Listener {
        void view(GroupView view);

        void received(GroupMember from, RegistryMessage message);
    }
}
