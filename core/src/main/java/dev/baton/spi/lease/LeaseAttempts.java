// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one contest to take its lease: the one that is held or whose outcome is unknown, and those that were
 * given up. If one of the latter turns up as the holder, its lease is given back.
 */
final class LeaseAttempts {
    /** The number of given-up attempts that are remembered; the lease of an older one has long expired. */
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

    /** The current attempt, or a new one. */
    LeaseToken currentOrNew() {
        LeaseToken attempt = current;
        if (attempt == null) {
            attempt = LeaseToken.random(chance);
            current = attempt;
        }
        return attempt;
    }

    /** What ran under the attempt may not have stopped, so its lease is not given back if it turns up. */
    void forget() {
        current = null;
    }

    /** No duty acts under the attempt, so its lease can be given back if it turns up. */
    void giveUp() {
        if (current != null) {
            givenUp.addLast(current);
            if (givenUp.size() > MAX_REMEMBERED) {
                givenUp.removeFirst();
            }
            current = null;
        }
    }

    /** Whether this holder is an attempt that was given up: its request arrived late, or a second time. */
    boolean turnedUp(LeaseToken holder) {
        boolean late = givenUp.contains(holder);
        if (late) {
            orphan = holder;
        }
        return late;
    }

    /** Returns the attempt that turned up and has to be given back, once. */
    @Nullable
    LeaseToken takeOrphan() {
        LeaseToken late = orphan;
        orphan = null;
        return late;
    }
}
