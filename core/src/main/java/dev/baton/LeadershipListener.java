// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/**
 * Receives the events of one candidate, in order and one call at a time. May block without delaying the election, though
 * later calls wait; what must be stopped before another node leads belongs in a {@code Duty}, not here.
 */
public interface LeadershipListener {
    /** Called when this node leads; the epoch is above every earlier one. */
    default void elected(Leadership won) {}

    /** Called when this node no longer leads: once per {@link #elected}, and before the next one. */
    default void revoked(Epoch lost, LossReason why) {}

    /** Called for every event, including the two above. */
    default void on(CandidateEvent event) {}
}
