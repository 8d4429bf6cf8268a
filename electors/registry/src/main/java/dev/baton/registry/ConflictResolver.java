// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;

/**
 * Chooses between two owners of one name when sides of a partition meet. Called on a separate thread; if it throws or
 * takes too long, {@link #HIGHER_EPOCH_WINS} decides.
 */
@FunctionalInterface
public interface ConflictResolver {
    /** The default rule: the higher epoch wins; of equal ones, the smaller node id. */
    ConflictResolver HIGHER_EPOCH_WINS = (one, other) -> {
        int byEpoch = Long.compare(one.epoch(), other.epoch());
        if (byEpoch != 0) {
            return byEpoch > 0 ? one : other;
        }
        return one.owner().id().compareTo(other.owner().id()) <= 0 ? one : other;
    };

    /** Returns one of the two. */
    Claim choose(Claim one, Claim other);

    /**
     * Something that two nodes consider theirs.
     *
     * @param name of an election or a registration
     * @param epoch the epoch of a leadership; for a registration, a number that is higher the later it was given
     */
    record Claim(String name, Node owner, long epoch) {}
}
