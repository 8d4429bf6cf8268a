// SPDX-License-Identifier: Apache-2.0
package dev.baton.duty;

import dev.baton.core.Leadership;
import org.jspecify.annotations.Nullable;

/** One thread per running duty: started by start, interrupted and joined by stop. A body that returns is done. */
final class LoopDuty implements Duty {
    private final String name;
    private final Body body;
    private @Nullable Thread thread;

    LoopDuty(String name, Body body) {
        this.name = name;
        this.body = body;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start(Leadership leadership, Crash crash) {
        Thread started = new Thread(() -> run(leadership, crash), "baton-duty-" + name);
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    private void run(Leadership leadership, Crash crash) {
        try {
            body.run(leadership);
        } catch (Throwable broken) {
            // Also an interrupt: if it was not ours, the loop is over without having been stopped.
            crash.report(broken);
        }
    }

    @Override
    public void stop() {
        Thread running = thread;
        boolean hurried = false;
        while (running != null && running.isAlive()) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException overdue) {
                // Coming back now would say that the loop is stopped, and it is not.
                hurried = true;
            }
        }
        thread = null;
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
