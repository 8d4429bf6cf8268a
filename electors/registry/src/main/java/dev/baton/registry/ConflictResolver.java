// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;

/**
 * Chooses between two owners of one thing when sides of a partition meet. Called on its own thread; one that
 * throws, or takes too long, is overruled by {@link #HIGHER_EPOCH_WINS}.
 */
@FunctionalInterface
public interface ConflictResolver {
    /** The rule unless another is given: the higher epoch wins; of equal ones, the smaller node id. */
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
     * Something that two nodes believe to have.
     *
     * @param name of an election or a registration
     * @param epoch of a leadership; of a registration, a number that is higher the later it was given
     */
    record Claim(String name, Node owner, long epoch) {}
}
