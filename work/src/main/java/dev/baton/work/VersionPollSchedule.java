// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;

/** Decides when to ask a store for its version: often while something changes, seldom while nothing does. */
final class VersionPollSchedule {
    private final PollSettings settings;
    private long next;
    private long lastChange;

    VersionPollSchedule(PollSettings settings, long now) {
        this.settings = settings;
        this.next = now;
        this.lastChange = now;
    }

    /** Something has changed, or is about to. */
    void changed(long now) {
        lastChange = now;
    }

    /** Asks now. */
    void hurry(long now) {
        next = MonotonicTime.earlier(next, now);
    }

    /** The store did not answer: asks again after this pause, whatever changes. */
    void failed(long now, Duration pause) {
        next = MonotonicTime.plus(now, pause);
    }

    boolean isDue(long now) {
        return !MonotonicTime.isBefore(now, next);
    }

    long next() {
        return next;
    }

    void asked(long now) {
        boolean busy = MonotonicTime.isBefore(now, MonotonicTime.plus(lastChange, settings.busyFor()));
        next = MonotonicTime.plus(now, busy ? settings.busy() : settings.idle());
    }
}
