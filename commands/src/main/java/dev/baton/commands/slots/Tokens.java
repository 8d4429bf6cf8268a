// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.RefusedException;
import dev.baton.core.Epoch;

/**
 * The fencing tokens of one leadership: {@code epoch × 10^10 + 1}, {@code + 2} and so on. An epoch is above all earlier
 * ones, so its tokens are above all earlier tokens, though nothing is remembered from one leader to the next.
 */
final class Tokens {
    static final long PER_EPOCH = 10_000_000_000L;

    private final Epoch epoch;
    private long given;

    Tokens(Epoch epoch) {
        this.epoch = epoch;
    }

    long next() {
        if (epoch.value() >= Long.MAX_VALUE / PER_EPOCH || given == PER_EPOCH - 1) {
            throw new RefusedException("ERR epoch " + epoch + " has no tokens left: a new leadership is needed");
        }
        given++;
        return epoch.value() * PER_EPOCH + given;
    }
}
