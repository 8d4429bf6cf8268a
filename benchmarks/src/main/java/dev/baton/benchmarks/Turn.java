// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * The machine, which one contender at a time has for itself: processes start, and what takes milliseconds is timed, only
 * in its turn. One that waits for a lease to run out lets others go on meanwhile.
 */
final class Turn {
    private final Semaphore machine = new Semaphore(1, true);

    void take() {
        machine.acquireUninterruptibly();
    }

    void give() {
        machine.release();
    }

    /** Waits for something while others have the machine, and has it again afterwards. */
    long without(LongSupplier waiting) {
        give();
        try {
            return waiting.getAsLong();
        } finally {
            take();
        }
    }
}
