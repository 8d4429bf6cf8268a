// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.spi.Instants;

/** Decides when to ask a store for its version: often while something changes, seldom while nothing does. */
final class PollPacer {
    private final PollSettings settings;
    private long next;
    private long lastChange;

    PollPacer(PollSettings settings, long now) {
        this.settings = settings;
        this.next = now;
        this.lastChange = now;
    }

    /** Something has changed, or is about to. */
    void changed(long now) {
        lastChange = now;
    }

    /** It is worth asking now. */
    void hurry(long now) {
        next = Instants.earlier(next, now);
    }

    boolean isDue(long now) {
        return !Instants.isBefore(now, next);
    }

    long next() {
        return next;
    }

    void asked(long now) {
        boolean busy = Instants.isBefore(now, Instants.plus(lastChange, settings.busyFor()));
        next = Instants.plus(now, busy ? settings.busy() : settings.idle());
    }
}
