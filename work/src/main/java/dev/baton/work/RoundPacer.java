// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.spi.Instants;

/**
 * Decides when the coordinator calculates. What frees or loses partitions is seen to at once; what asks for partitions
 * to be moved waits a little, since it seldom comes alone.
 */
final class RoundPacer {
    private final AllocatorSettings settings;
    private long next;

    /** A new coordinator waits for a moment too: all workers may have come with it. */
    RoundPacer(AllocatorSettings settings, long now) {
        this.settings = settings;
        this.next = Instants.plus(now, settings.debounce());
    }

    /** A worker came, or a definition changed. */
    void changed(long now) {
        next = Instants.earlier(next, Instants.plus(now, settings.debounce()));
    }

    /** A partition was released, or a session has ended. */
    void freed(long now) {
        next = Instants.earlier(next, now);
    }

    boolean isDue(long now) {
        return !Instants.isBefore(now, next);
    }

    long next() {
        return next;
    }

    /** A round has been calculated. */
    void done(long now) {
        next = Instants.plus(now, settings.period());
    }
}
