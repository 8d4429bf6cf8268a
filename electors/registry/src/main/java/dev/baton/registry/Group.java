// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;

/** The members of a cluster that can be reached, and the way to them. JGroups in production, modelled in tests. */
interface Group extends AutoCloseable {
    /** Joins; from now on views and messages come to {@code listener}, one after another, from any thread. */
    void join(Listener listener);

    /**
     * Sends without waiting, also to one that is not in the view, if it ever was or has spoken. What is sent may be lost, or
     * come late, so that what must arrive is sent again.
     */
    void send(Node to, RegistryMessage message);

    /** Leaves in good order. */
    @Override
    void close();

    /** Who is told what happens in the group. */
    interface Listener {
        void view(GroupView view);

        void received(GroupMember from, RegistryMessage message);
    }
}
