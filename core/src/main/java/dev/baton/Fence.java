// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/**
 * What stands before a protected resource: it lets an epoch pass only if it has seen no higher one. A leader that was
 * paused, cut off or is simply slow is stopped here, whatever it believes. The check and the effect it protects must
 * be one atomic step in the resource itself.
 */
public interface Fence {
    /**
     * Remembers the epoch and passes, or refuses and changes nothing.
     *
     * @throws FencedException if a higher epoch has been seen
     */
    void pass(ElectionName election, Epoch presented);

    /** The highest epoch seen; {@link Epoch#NONE} at first. */
    Epoch highest(ElectionName election);

    /** As {@link #pass(ElectionName, Epoch)}, for a leadership at hand. */
    default void pass(Leadership leadership) {
        try {
            pass(leadership.election(), leadership.epoch());
        } catch (FencedException refusal) {
            leadership.refused(refusal);
            throw refusal;
        }
    }
}
