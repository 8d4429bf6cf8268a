// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One thread per running duty: started by start, interrupted and waited for by stop. A body that returns is done. A
 * stop needs no thread but the loop's own, so that any number of loops can be told to stop at once.
 */
public final class LoopDuty implements Duty {
    private final String name;
    private final Body body;
    private @Nullable Run running;

    public LoopDuty(String name, Body body) {
        this.name = name;
        this.body = body;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void start(Leadership leadership, Crash crash) {
        Run run = new Run(leadership, crash);
        run.thread.start();
        running = run;
    }

    /** Interrupts the body without waiting; {@code stopped} follows when it has ended, which may be at once. */
    DutyCalls.Call stop(Runnable stopped) {
        Run last = take();
        if (last == null) {
            stopped.run();
            return () -> {};
        }
        last.whenOver(stopped);
        last.thread.interrupt();
        return last.thread::interrupt;
    }

    private synchronized @Nullable Run take() {
        Run last = running;
        running = null;
        return last;
    }

    @Override
    public void stop() {
        CountDownLatch over = new CountDownLatch(1);
        DutyCalls.Call call = stop(over::countDown);
        boolean hurried = false;
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException overdue) {
                // To return now would mean that the loop has stopped, and it has not.
                hurried = true;
                call.interrupt();
            }
        }
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** One run of the body, on its own thread. */
    private final class Run {
        private final Leadership leadership;
        private final Crash crash;
        private final Thread thread;
        private @Nullable Runnable whenOver;
        private boolean over;

        Run(Leadership leadership, Crash crash) {
            this.leadership = leadership;
            this.crash = crash;
            this.thread = new Thread(this::run, "baton-duty-" + name);
            this.thread.setDaemon(true);
        }

        private void run() {
            try {
                DutyThread.run(leadership, () -> body.run(leadership));
            } catch (Throwable broken) {
                // Also an interrupt: if it was not ours, the loop is over without having been stopped.
                crash.report(broken);
            } finally {
                end();
            }
        }

        private synchronized void end() {
            over = true;
            if (whenOver != null) {
                whenOver.run();
            }
        }

        synchronized void whenOver(Runnable told) {
            if (over) {
                told.run();
            } else {
                whenOver = told;
            }
        }
    }
}
