// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.runtime.Lanes;

/**
 * Makes the threads of one node stand still, the way a long garbage collection or a stopped virtual machine does: they
 * go on where they were, and nobody tells them that time has passed.
 */
final class Standstill {
    /** More than a node has workers: a task for each of them, which comes back when the standstill is over. */
    private static final int MORE_THAN_WORKERS = 16;

    private boolean still;

    void begin(Lanes lanes) {
        synchronized (this) {
            still = true;
        }
        for (int i = 0; i < MORE_THAN_WORKERS; i++) {
            lanes.open("standstill").execute(this::pass);
        }
    }

    synchronized void end() {
        still = false;
        notifyAll();
    }

    /** Where a thread can be caught by the standstill. Comes back at once if there is none; true if there was. */
    synchronized boolean pass() {
        boolean stood = still;
        boolean interrupted = false;
        while (still) {
            try {
                wait();
            } catch (InterruptedException ignoredWhileStill) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return stood;
    }
}
