// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/**
 * Guards a protected resource: an epoch passes only if no higher one has been seen. It stops a leader that was paused,
 * cut off or slow, even if that leader still considers itself leader. The check and the effect it protects must be one
 * atomic step in the resource itself.
 */
public interface Fence {
    /**
     * Records the epoch and returns, or throws and changes nothing.
     *
     * @throws FencedException if a higher epoch has been seen
     */
    void pass(ElectionName election, Epoch presented);

    /** The highest epoch seen; {@link Epoch#NONE} at first. */
    Epoch highest(ElectionName election);

    /** The same as {@link #pass(ElectionName, Epoch)}, for a leadership. */
    default void pass(Leadership leadership) {
        try {
            pass(leadership.election(), leadership.epoch());
        } catch (FencedException refusal) {
            leadership.refused(refusal);
            throw refusal;
        }
    }
}
