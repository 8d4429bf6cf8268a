// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Optional;

/**
 * One node's place in one election. Called from the candidate's lane; no method blocks, answers come as
 * {@link ElectorEvent}s.
 */
public interface Contest extends AutoCloseable {
    /**
     * Says whether this node could lead now, and with which priority. Until the first call it could not. A leader with
     * a lower priority is told so by {@link ElectorEvent.Preferred}, as long as this node is ready and alive.
     */
    void ready(Optional<Priority> priority);

    /** Asks for leadership until it is granted or {@link #withdraw()} is called. Idempotent. */
    void campaign(Priority priority);

    /** Stops asking. A grant that was already on its way still arrives and must be released. */
    void withdraw();

    /**
     * Gives a leadership back: the caller's duties are stopped. Answered once by {@link ElectorEvent.Released}, also
     * when the elector cannot be reached.
     *
     * @param successor the node that should be next; other nodes leave the leadership to it for a while, but it is not
     *     a lock
     */
    void release(Epoch epoch, Optional<NodeId> successor);

    /** Lets a leadership lapse without giving it back, because the caller could not stop its duties. */
    void abandon(Epoch epoch);

    /** Leaves the election. Anything still held lapses. No event follows. */
    @Override
    void close();
}
