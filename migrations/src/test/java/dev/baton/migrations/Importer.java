// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.util.concurrent.atomic.AtomicInteger;

/** A service that only the leader runs. */
final class Importer {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();

    void start() {
        running.incrementAndGet();
        starts.incrementAndGet();
    }

    /** Returns when nothing is imported any more. */
    void stop() {
        running.decrementAndGet();
    }

    boolean isRunning() {
        return running.get() == 1;
    }

    int starts() {
        return starts.get();
    }
}
