// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fills the standard error of this process, if that is a pipe that no process reads. From then on everything that prints to
 * it hangs, since the thread that fills it keeps the lock of the stream.
 */
public final class FullErrors {
    private static final long STANDS_STILL_NANOS = Duration.ofMillis(500).toNanos();

    private FullErrors() {}

    public static void fill() {
        AtomicLong printedAt = new AtomicLong(System.nanoTime());
        Thread filler = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                System.err.println("x".repeat(1_000));
                printedAt.set(System.nanoTime());
            }
        });
        filler.setDaemon(true);
        filler.start();
        Eventually.eventually(
                "standard error is full",
                Duration.ofSeconds(30),
                () -> System.nanoTime() - printedAt.get() > STANDS_STILL_NANOS,
                printedAt::get);
    }
}
