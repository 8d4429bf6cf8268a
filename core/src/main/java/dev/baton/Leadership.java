// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.time.Duration;

/**
 * A leadership held by this node: one epoch of one election, and the local deadline until which it is certain.
 *
 * <p>Any thread may call it. The answer is computed from the monotonic clock on every call, so the first call after a
 * pause is already correct. A leadership that has ended never returns. Baton creates it; implement it only to test a
 * duty.
 */
public interface Leadership {
    /** The election that this node leads. */
    ElectionName election();

    /** The node that leads: this one. */
    Node node();

    /** The fencing token of this leadership: send it with every write to a shared resource. */
    Epoch epoch();

    /** Whether the holder may still act under this epoch. Costs one clock reading; allocates nothing. */
    boolean mayAct();

    /** How long the leadership is certain without a further renewal; zero once it is over. */
    Duration remaining();

    /**
     * Returns normally while the holder may act.
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
     * Records that a fence refused this epoch because it has seen a higher one. {@link Fence#pass(Leadership)} calls it
     * itself; call it from code that presents the epoch to its own fence. If the elector later confirms this
     * leadership, it has lost an epoch, and an alarm is raised.
     */
    void refused(FencedException refusal);
}
