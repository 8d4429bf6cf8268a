// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.testkit.simulation.Scheduler;

/** One life of a process: it can stand still, and it can end. What is due while it stands still comes when it goes on. */
final class SimulatedProcess {
    private final Scheduler scheduler;
    private long pausedUntil;
    private boolean dead;

    SimulatedProcess(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void after(long nanos, Runnable task) {
        scheduler.after(nanos, () -> run(task));
    }

    private void run(Runnable task) {
        if (dead) {
            return;
        }
        if (scheduler.now() < pausedUntil) {
            scheduler.at(pausedUntil, () -> run(task));
        } else {
            task.run();
        }
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, scheduler.now() + nanos);
    }

    void resume() {
        pausedUntil = scheduler.now();
    }

    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }
}
