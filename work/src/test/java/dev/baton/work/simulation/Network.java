// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls to the store that take time, and get lost on the way there or back. */
final class Network {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final Scheduler scheduler;
    private final SeededRandom chance;
    private double loss;
    private boolean down;

    Network(Scheduler scheduler, SeededRandom chance) {
        this.scheduler = scheduler;
        this.chance = chance;
    }

    void lossy(double probability) {
        loss = probability;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    /** The answer may never come; an operation that throws counts as lost. */
    <T> void call(SimulatedProcess caller, Supplier<T> operation, Consumer<T> answer) {
        call(delay(), caller, operation, answer);
    }

    /** A request that is on its way for longer than a lease, while its sender stands still. */
    <T> void callBeforePause(SimulatedProcess caller, Supplier<T> operation) {
        long late = chance.nanos(Leases.LEASE, Leases.LEASE.multipliedBy(3));
        caller.pauseFor(late);
        call(late, caller, operation, answer -> {});
    }

    private <T> void call(long delay, SimulatedProcess caller, Supplier<T> operation, Consumer<T> answer) {
        scheduler.after(delay, () -> {
            if (down || chance.happens(loss)) {
                return;
            }
            T result;
            try {
                result = operation.get();
            } catch (dev.baton.BatonException refused) {
                return;
            }
            if (!chance.happens(loss)) {
                caller.after(delay(), () -> answer.accept(result));
            }
        });
    }

    private long delay() {
        // Mostly quick; now and then a request is on its way for longer than a lease.
        return chance.happens(0.01)
                ? chance.nanos(MILLI, Leases.LEASE.multipliedBy(2).toNanos())
                : chance.nanos(MILLI, 40 * MILLI);
    }
}
