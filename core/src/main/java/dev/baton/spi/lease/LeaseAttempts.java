// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one contest to take its lease: the one that is held or whose outcome is unknown, and those that were
 * given up on, which are given back should they turn up as the holder.
 */
final class LeaseAttempts {
    /** Attempts that were given up on are remembered for so long; an older one has long lapsed. */
    private static final int MAX_REMEMBERED = 16;

    private final RandomGenerator chance;
    private final Deque<LeaseToken> givenUp = new ArrayDeque<>(1);
    private @Nullable LeaseToken current;
    private @Nullable LeaseToken orphan;

    LeaseAttempts(RandomGenerator chance) {
        this.chance = chance;
    }

    /** The attempt that is held, or whose outcome is unknown. */
    @Nullable
    LeaseToken current() {
        return current;
    }

    /** The same, or a new one. */
    LeaseToken currentOrNew() {
        LeaseToken attempt = current;
        if (attempt == null) {
            attempt = LeaseToken.random(chance);
            current = attempt;
        }
        return attempt;
    }

    /** What ran under the attempt may not have stopped, so it is not given back should it turn up. */
    void forget() {
        current = null;
    }

    /** No duty acts under the attempt, so it can be given back should it turn up. */
    void giveUp() {
        if (current != null) {
            givenUp.addLast(current);
            if (givenUp.size() > MAX_REMEMBERED) {
                givenUp.removeFirst();
            }
            current = null;
        }
    }

    /** Whether an attempt was given up on, and is the holder all the same: it arrived late, or a second time. */
    boolean turnedUp(LeaseToken holder) {
        boolean late = givenUp.contains(holder);
        if (late) {
            orphan = holder;
        }
        return late;
    }

    /** The attempt that turned up and is to be given back, once. */
    @Nullable
    LeaseToken takeOrphan() {
        LeaseToken late = orphan;
        orphan = null;
        return late;
    }
}
