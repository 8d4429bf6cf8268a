// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.FaultHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Distinguishes a command that cannot be stopped from one whose stop was noticed too late, as on a machine without a free CPU. The
 * command is not a part of this process: its keepers end it in time, and ending this process would not. So this process
 * ends only if the command is still there when all signals were sent, or if the candidate does not go on either.
 */
final class LateStopDetector implements FaultHandler {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final Command command;
    private final BooleanSupplier goesOn;
    private final Duration limit;
    private final FaultHandler otherwise;

    /** @param goesOn whether the candidate has seen that the command is gone, and works */
    LateStopDetector(Command command, BooleanSupplier goesOn, Duration limit, FaultHandler otherwise) {
        this.command = command;
        this.goesOn = goesOn;
        this.limit = limit;
        this.otherwise = otherwise;
    }

    /** What has to be gone. */
    interface Command {
        /** Ends it by all means; whether it is gone in time. */
        boolean isGoneWithin(Duration limit) throws InterruptedException;
    }

    @Override
    public void fault(String what, Throwable cause) {
        // Not here: this may be the thread on which the candidate has to go on.
        Thread watcher = new Thread(() -> watch(what, cause), "baton-run-late-stop");
        watcher.setDaemon(true);
        watcher.start();
    }

    private void watch(String what, Throwable cause) {
        boolean late = false;
        try {
            late = command.isGoneWithin(limit) && recovers();
        } catch (InterruptedException unexpected) {
            Thread.currentThread().interrupt();
        } finally {
            if (!late) {
                otherwise.fault(what, cause);
            }
        }
    }

    private boolean recovers() throws InterruptedException {
        long start = System.nanoTime();
        while (!goesOn.getAsBoolean()) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                return false;
            }
            TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
        }
        return true;
    }
}
