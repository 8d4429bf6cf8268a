// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.ProcessLab;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The machine, which one contender at a time has for itself: processes start, and what takes milliseconds is timed, only
 * in its turn. One that waits for a lease to run out, or until its processes have been idle for a while, lets others go on
 * meanwhile.
 */
final class Turn {
    private final Semaphore machine = new Semaphore(1, true);

    void take() {
        machine.acquireUninterruptibly();
    }

    void give() {
        machine.release();
    }

    /** Lets time pass in which others have the machine. */
    void rest(Duration time) {
        give();
        try {
            ProcessLab.let(time);
        } finally {
            take();
        }
    }

    /** Waits for something while others have the machine, and has it again afterwards. */
    <T> T without(Supplier<T> waiting) {
        give();
        try {
            return waiting.get();
        } finally {
            take();
        }
    }
}
