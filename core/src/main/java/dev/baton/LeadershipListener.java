// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/**
 * Receives the events of one candidate, in order and one call at a time. May block without delaying the election, though
 * later calls wait; what must be stopped before another node leads belongs in a {@code Duty}, not here.
 */
public interface LeadershipListener {
    /** This node leads; the epoch is above every earlier one. */
    default void elected(Leadership won) {}

    /** Once per {@link #elected}, and before the next one. */
    default void revoked(Epoch lost, LossReason why) {}

    /** Every event, including the two above. */
    default void on(CandidateEvent event) {}
}
