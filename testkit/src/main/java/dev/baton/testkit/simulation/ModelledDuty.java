// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import dev.baton.testkit.history.HistoryRecorder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A duty that acts from the moment it is told to start until it has stopped, for as long as its leadership says that
 * it may, and misbehaves by its habits. It is called by {@link ModelledDutyCalls} only.
 */
final class ModelledDuty implements Duty {
    private static final long MIN_PAUSE = 100_000_000;
    private static final long MAX_PAUSE = 700_000_000;
    private static final long CRASH_WITHIN = 3_000_000_000L;

    private final String name;
    private final ElectionName election;
    private final SimulatedProcess process;
    private final SeededRandom chance;
    private final Supplier<DutyFaultRates> habits;
    private final HistoryRecorder history;
    private final Consumer<Leadership> effect;
    private @Nullable Leadership leadership;
    private boolean unhealthy;
    private boolean misbehaved;

    ModelledDuty(
            String name,
            ElectionName election,
            SimulatedProcess process,
            SeededRandom chance,
            Supplier<DutyFaultRates> habits,
            HistoryRecorder history,
            Consumer<Leadership> effect) {
        this.name = name;
        this.election = election;
        this.process = process;
        this.chance = chance;
        this.habits = habits;
        this.history = history;
        this.effect = effect;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start(Leadership won, Crash crash) {
        leadership = won;
        unhealthy = false;
        misbehaved = false;
        history.record(Kind.OK, Op.DUTY_STARTED, election, won.epoch(), Details.of("duty", name));
        act(won);
        if (chance.happens(habits().crashes())) {
            process.after(chance.nanos(0, CRASH_WITHIN), () -> {
                if (won.equals(leadership)) {
                    crash.report(new IllegalStateException("modelled crash"));
                }
            });
        } else if (chance.happens(habits().turnsUnhealthy())) {
            process.after(chance.nanos(0, CRASH_WITHIN), () -> unhealthy = true);
        }
    }

    private void act(Leadership under) {
        process.after(chance.nanos(MIN_PAUSE, MAX_PAUSE), () -> {
            if (under.equals(leadership)) {
                if (under.mayAct()) {
                    effect.accept(under);
                }
                act(under);
            }
        });
    }

    @Override
    public void stop() {
        Leadership running = leadership;
        leadership = null;
        if (running != null) {
            history.record(Kind.OK, Op.DUTY_STOPPED, election, running.epoch(), Details.of("duty", name));
        }
    }

    @Override
    public Health health() {
        return unhealthy ? Health.bad("modelled") : Health.OK;
    }

    DutyFaultRates habits() {
        return habits.get();
    }

    /** The epoch under which it runs. */
    Epoch epoch() {
        Leadership running = leadership;
        return running == null ? Epoch.NONE : running.epoch();
    }

    void misbehave() {
        misbehaved = true;
    }

    boolean hasMisbehaved() {
        return misbehaved;
    }
}
