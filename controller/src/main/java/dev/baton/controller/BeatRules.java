// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.time.Duration;

/**
 * When a node says again that it is alive: every so often, and at once when what it leads has changed, but never sooner
 * than a moment after it began to say it last. Not safe for use by several threads.
 */
final class BeatRules {
    /** Many leads that change together are told together. */
    static final Duration MIN_INTERVAL = Duration.ofMillis(100);

    private final Duration every;
    private boolean underWay;
    private boolean changed;
    private long begun;

    BeatRules(Duration every, long now) {
        this.every = every;
        this.begun = now - MIN_INTERVAL.toNanos();
    }

    void begin(long now) {
        underWay = true;
        changed = false;
        begun = now;
    }

    /**
     * @param heard whether it was answered; what was told otherwise is told again soon
     * @param news whether it was about leads that had changed
     * @return in how long the next one is due
     */
    Duration ended(boolean heard, boolean news, long now) {
        underWay = false;
        if (!changed) {
            Duration again = every.dividedBy(4);
            return heard || !news ? every : again.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : again;
        }
        return soon(now);
    }

    /**
     * Notes that leads have changed.
     *
     * @return whether the next one is due sooner than it was; if one is under way, that is known when it ends
     */
    boolean leadsChanged() {
        boolean isFirst = !changed && !underWay;
        changed = true;
        return isFirst;
    }

    /** Whether leads have changed since the last one began. */
    boolean hasNews() {
        return changed;
    }

    Duration soon(long now) {
        return Duration.ofNanos(Math.max(0, MIN_INTERVAL.toNanos() - (now - begun)));
    }
}
