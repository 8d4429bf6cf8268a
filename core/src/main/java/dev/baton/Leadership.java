// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.time.Duration;

/**
 * A leadership held by this node: one epoch of one election, and the local deadline until which it is certain.
 *
 * <p>Any thread may ask. The answer comes from the monotonic clock at the moment of the call, so the first call after a
 * pause already tells the truth. Once it was seen to be over, it is over for good. Baton hands it out; implement it only
 * to test a duty.
 */
public interface Leadership {
    /** The election that this node leads. */
    ElectionName election();

    /** The node that leads: this one. */
    Node node();

    /** The fencing token of this leadership, which belongs into every write to a shared resource. */
    Epoch epoch();

    /** May the holder still act under this epoch? Costs one clock reading; allocates nothing. */
    boolean mayAct();

    /** The time for which the leadership is certain without further news; zero once it is over. */
    Duration remaining();

    /**
     * Passes while the holder may act.
     *
     * @throws NotLeaderException once it may not
     */
    default void check() {
        if (!mayAct()) {
            throw new NotLeaderException(
                    "leadership of " + election() + " is over: " + node() + " held epoch " + epoch());
        }
    }

    /**
     * Takes note that a fence refused this epoch because it has seen a higher one. {@link Fence#pass(Leadership)} tells
     * it by itself; code that presents the epoch to its own fence calls this. If the elector says later on that
     * this leadership holds, it has forgotten an epoch, and an alarm is raised.
     */
    void refused(FencedException refusal);
}
