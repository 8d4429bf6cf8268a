// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What a voter must not forget, not even across a power cut. Confined to the lane of its {@link Voting}. */
public interface Ledger extends AutoCloseable {
    /** The highest epoch that was ever promised to anybody. */
    Epoch highest(ElectionName election);

    /** The highest epoch of all elections together. */
    Epoch highest();

    /**
     * Remembers epochs and the longest lease that one of them was promised for, before the promises are given. All in
     * one write.
     *
     * @throws UnavailableException if they cannot be made to last; then none of them may be promised
     */
    void raise(Map<ElectionName, Epoch> epochs, Duration lease);

    /** Remembers a single epoch, as {@link #raise(Map, Duration)} does. */
    default void raise(ElectionName election, Epoch epoch, Duration lease) {
        raise(Map.of(election, epoch), lease);
    }

    /** Whether there is room for an election, beside those known and some that are to be written with it. */
    default boolean takes(ElectionName election, Set<ElectionName> besides) {
        return true;
    }

    /** The longest lease that was ever promised; what an earlier start promised may last so long. */
    Duration longestLease();

    /** The marks of the voters that were met, for electors that have no other list of them. */
    default Map<NodeId, String> voters() {
        return Map.of();
    }

    /**
     * Remembers the mark of a voter.
     *
     * @throws UnavailableException if it cannot be made to last
     */
    default void meet(NodeId voter, String mark) {}

    @Override
    void close();
}
