// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.spi.MonotonicTime;

/**
 * Decides when the coordinator makes a plan. It reacts at once to partitions that are freed or lost. Changes that
 * require moves wait a little, since they seldom come alone.
 */
final class RoundSchedule {
    private final AllocatorSettings settings;
    private long next;

    /** A new coordinator also waits for a moment: all workers may have started with it. */
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

    /** A round is over. */
    void done(long now) {
        next = MonotonicTime.plus(now, settings.period());
    }
}
