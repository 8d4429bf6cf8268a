// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * One start of a process. While it is paused nothing in it runs, but its clock goes on, as with SIGSTOP; what came in
 * the meantime is run afterwards, in any order. When it has ended, nothing in it ever runs again.
 */
public final class SimulatedProcess {
    private static final long WAKING = 2_000_000;

    private final Scheduler scheduler;
    private final SeededRandom chance;
    private final Pauses pauses = new Pauses();
    private final List<Runnable> held = new ArrayList<>();
    private boolean ended;
    private long pausedUntil;

    public SimulatedProcess(Scheduler scheduler, SeededRandom chance) {
        this.scheduler = scheduler;
        this.chance = chance;
    }

    /** Runs a task now, after the pause, or never. */
    public void run(Runnable task) {
        if (ended) {
            return;
        }
        if (isPaused()) {
            held.add(task);
        } else {
            task.run();
        }
    }

    public Scheduler.Timer after(long nanos, Runnable task) {
        return scheduler.after(nanos, () -> run(task));
    }

    public void pause() {
        pauses.began = scheduler.now();
    }

    /** Pauses it for so long, or until an earlier such pause ends if that is later. */
    public void pauseFor(long nanos) {
        long until = scheduler.now() + nanos;
        pausedUntil = Math.max(pausedUntil, until);
        if (!isPaused()) {
            pause();
        }
        scheduler.at(until, () -> {
            if (scheduler.now() >= pausedUntil) {
                resume();
            }
        });
    }

    public void resume() {
        if (!isPaused()) {
            return;
        }
        pauses.ended = scheduler.now();
        pauses.sum += pauses.ended - pauses.began;
        pauses.began = Pauses.NEVER;
        List<Runnable> waiting = List.copyOf(held);
        held.clear();
        waiting.forEach(task -> after(chance.nanos(0, WAKING), task));
    }

    public void end() {
        ended = true;
        held.clear();
    }

    public boolean hasEnded() {
        return ended;
    }

    public boolean isPaused() {
        return pauses.began != Pauses.NEVER;
    }

    /** Whether it has been paused at any time since a virtual instant. */
    public boolean wasPausedSince(long instant) {
        return isPaused() || pauses.ended >= instant;
    }

    Pauses pauses() {
        return pauses;
    }

    /** When a process did not run. */
    static final class Pauses {
        private static final long NEVER = -1;

        private long began = NEVER;
        private long ended = NEVER;
        private long sum;

        long total(long now) {
            return sum + (began == NEVER ? 0 : now - began);
        }

        long lastEnded() {
            return ended;
        }
    }
}
