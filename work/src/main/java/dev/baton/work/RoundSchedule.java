// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.spi.MonotonicTime;

/**
 * Decides when the coordinator calculates. What frees or loses partitions is seen to at once; what asks for partitions
 * to be moved waits a little, since it seldom comes alone.
 */
final class RoundSchedule {
    private final AllocatorSettings settings;
    private long next;

    /** A new coordinator waits for a moment too: all workers may have come with it. */
    RoundSchedule(AllocatorSettings settings, long now) {
        this.settings = settings;
        this.next = MonotonicTime.plus(now, settings.debounce());
    }

    /** A worker came, or a definition changed. */
    void changed(long now) {
        next = MonotonicTime.earlier(next, MonotonicTime.plus(now, settings.debounce()));
    }

    /** A partition was released, or a session has ended. */
    void freed(long now) {
        next = MonotonicTime.earlier(next, now);
    }

    boolean isDue(long now) {
        return !MonotonicTime.isBefore(now, next);
    }

    long next() {
        return next;
    }

    /** A round has been calculated. */
    void done(long now) {
        next = MonotonicTime.plus(now, settings.period());
    }
}
