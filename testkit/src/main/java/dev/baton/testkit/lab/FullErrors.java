// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fills the standard error of this process, if that is a pipe that nobody reads. From then on everything that prints to
 * it hangs, since the thread that fills it keeps the lock of the stream.
 */
public final class FullErrors {
    /** A pipe takes 64 KiB. */
    private static final int ALMOST_FULL = 60;

    private static final int KIB = 1_024;

    private FullErrors() {}

    public static void fill() {
        AtomicInteger lines = new AtomicInteger();
        Thread filler = new Thread(() -> {
            while (lines.incrementAndGet() > 0) {
                System.err.println("x".repeat(KIB));
            }
        });
        filler.setDaemon(true);
        filler.start();
        Eventually.eventually(
                "standard error is full", Duration.ofSeconds(30), () -> lines.get() > ALMOST_FULL, lines::get);
    }
}
