// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.internal.duty.DutyCalls;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Calls modelled duties, which answer in virtual time or hang. */
final class ModelledDutyCalls implements DutyCalls {
    private static final long REACTION = 10_000_000;
    private static final double CHECK_HANGS = 0.002;

    private final SimulatedProcess process;
    private final SeededRandom chance;
    private final long longestStop;

    ModelledDutyCalls(SimulatedProcess process, SeededRandom chance, Duration longestStop) {
        this.longestStop = longestStop.toNanos();
        this.process = process;
        this.chance = chance;
    }

    @Override
    public Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
        ModelledDuty modelled = (ModelledDuty) duty;
        modelled.start(leadership, crash);
        DutyFaultRates habits = modelled.habits();
        if (chance.happens(habits.hangsInStart())) {
            modelled.misbehave();
            return new Hanging();
        }
        Optional<Throwable> outcome =
                chance.happens(habits.failsToStart()) ? error("modelled failure to start") : Optional.empty();
        return new Running(
                chance.nanos(0, habits.slowStart().toNanos()),
                () -> answer.accept(outcome),
                () -> answer.accept(Optional.of(new InterruptedException())));
    }

    @Override
    public Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer) {
        begun.run();
        ModelledDuty modelled = (ModelledDuty) duty;
        DutyFaultRates habits = modelled.habits();
        if (chance.happens(habits.hangsInStop())) {
            modelled.misbehave();
            return new Hanging();
        }
        if (chance.happens(habits.failsToStop())) {
            modelled.misbehave();
            return new Running(chance.nanos(0, REACTION), () -> answer.accept(error("modelled failure to stop")));
        }
        long most = habits.slowStop().toNanos();
        if (chance.happens(habits.lingers())) {
            modelled.misbehave();
            most = longestStop;
        }
        return new Running(chance.nanos(0, most), () -> {
            modelled.stop();
            answer.accept(Optional.empty());
        });
    }

    @Override
    public Call health(Health.Check check, Consumer<Health> answer) {
        if (chance.happens(CHECK_HANGS)) {
            return new Running(Long.MAX_VALUE / 4, () -> {}, () -> answer.accept(Health.bad("interrupted")));
        }
        return new Running(chance.nanos(0, REACTION), () -> answer.accept(ask(check)));
    }

    private static Health ask(Health.Check check) {
        try {
            return check.check();
        } catch (Exception failed) {
            return Health.bad(failed.toString());
        }
    }

    private static Optional<Throwable> error(String message) {
        return Optional.of(new IllegalStateException(message));
    }

    /** A call that never comes back, whatever is asked of it. */
    private static final class Hanging implements Call {
        @Override
        public void interrupt() {}
    }

    /** A call that comes back by itself or, if it can be, when it is interrupted. */
    private final class Running implements Call {
        private final Runnable whenInterrupted;
        private final Scheduler.Timer timer;
        private final boolean mayInterrupt;
        private boolean done;

        Running(long nanos, Runnable whenDone) {
            this(nanos, whenDone, () -> {}, false);
        }

        Running(long nanos, Runnable whenDone, Runnable whenInterrupted) {
            this(nanos, whenDone, whenInterrupted, true);
        }

        private Running(long nanos, Runnable whenDone, Runnable whenInterrupted, boolean mayInterrupt) {
            this.whenInterrupted = whenInterrupted;
            this.mayInterrupt = mayInterrupt;
            this.timer = process.after(nanos, () -> {
                if (!done) {
                    done = true;
                    whenDone.run();
                }
            });
        }

        @Override
        public void interrupt() {
            if (mayInterrupt && !done) {
                done = true;
                timer.cancel();
                process.after(chance.nanos(0, REACTION), whenInterrupted);
            }
        }
    }
}
