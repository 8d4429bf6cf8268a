// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.Epoch;

/**
 * Gives out the fencing tokens of one epoch. One object serves an epoch from its first token to its last, whatever is
 * restarted meanwhile: an epoch belongs to one process, and the next one is higher, so nothing needs to be stored.
 */
public final class Tokens {
    private final Epoch epoch;
    private long given;

    public Tokens(Epoch epoch) {
        this.epoch = epoch;
    }

    public boolean areOf(Epoch other) {
        return epoch.equals(other);
    }

    FencingToken next() {
        given = Math.incrementExact(given);
        return new FencingToken(epoch.value(), given);
    }
}
