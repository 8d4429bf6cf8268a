// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.internal.check.Validation;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.Ticker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the duties of one candidate by {@link SupervisorRules}. Confined to the candidate's lane; answers of duties are
 * brought there. {@link #status()} may be read from any thread.
 */
public final class DutySupervisor implements SupervisorEffect.Performer {
    private static final AsyncLog LOG = AsyncLog.of(Duty.class);

    private final List<Duty> duties;
    private final SupervisorRules rules;
    private final DutyCalls calls;
    private final Executor lane;
    private final Ticker ticker;
    private final Watcher watcher;
    private final Map<Integer, DutyCalls.Call> underWay = new HashMap<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private @Nullable Leadership leadership;
    private volatile List<Duty.Status> status;

    /** What came of a duty, and waits for the lane. */
    private record Answer(int duty, Consumer<SupervisedDuty> happened) {}

    /** @param lane where everything here happens */
    public DutySupervisor(
            List<Duty> duties, Duty.Policy policy, DutyCalls calls, Executor lane, Ticker ticker, Watcher watcher) {
        checkNames(duties);
        this.duties = List.copyOf(duties);
        this.rules = new SupervisorRules(duties.stream().map(Duty::name).toList(), policy);
        this.calls = calls;
        this.lane = lane;
        this.ticker = ticker;
        this.watcher = watcher;
        this.status = rules.status();
    }

    private static void checkNames(List<Duty> duties) {
        Validation rules = Validation.of("duties");
        Set<String> seen = new HashSet<>();
        for (Duty duty : duties) {
            String name = Objects.requireNonNull(duty.name(), "duty name");
            rules.require(!name.isBlank(), "a duty has a blank name")
                    .require(seen.add(name), "two duties are named %s", name);
        }
        rules.check();
    }

    public void lead(Leadership won) {
        leadership = won;
        perform(rules.lead(ticker.nanos()));
    }

    /**
     * Tells all duties to stop; {@link Watcher#allStopped} follows, or {@link Watcher#stuck} for one whose stop has run
     * for too long, or has not come back at {@code stopBy}.
     */
    public void stop(long stopBy) {
        perform(rules.stop(stopBy, ticker.nanos()));
    }

    public void tick() {
        // First what has come back: on a busy machine it may still be behind the tick, and no duty is late by that.
        takeAnswers();
        perform(rules.tick(ticker.nanos()));
    }

    public long wakeAt() {
        return rules.wakeAt(ticker.nanos());
    }

    public List<Duty.Status> status() {
        return status;
    }

    private void on(int duty, Consumer<SupervisedDuty> happened) {
        answers.add(new Answer(duty, happened));
        lane.execute(() -> {
            if (takeAnswers()) {
                watcher.changed();
            }
        });
    }

    private boolean takeAnswers() {
        boolean some = false;
        for (Answer next = answers.poll(); next != null; next = answers.poll()) {
            perform(rules.on(next.duty(), next.happened()));
            some = true;
        }
        return some;
    }

    private void perform(List<SupervisorEffect> effects) {
        status = rules.status();
        effects.forEach(effect -> effect.performBy(this));
    }

    @Override
    public void callStart(int duty, int call) {
        Leadership current = Objects.requireNonNull(leadership);
        Duty.Crash crash = cause -> {
            // Here, on the duty's thread: what is wrong with the cause is the duty's, not the candidate's.
            String why = describe(cause);
            on(duty, it -> {
                showCause(it, cause);
                it.crashed(call, why, ticker.nanos());
            });
        };
        track(
                duty,
                calls.start(
                        duties.get(duty),
                        current,
                        crash,
                        error -> on(duty, it -> {
                            if (error.isPresent()) {
                                showCause(it, error.get());
                                it.startFailed(call, describe(error.get()), ticker.nanos());
                            } else {
                                it.started(call, ticker.nanos());
                            }
                        })));
    }

    @Override
    public void callStop(int duty, int call) {
        track(
                duty,
                calls.stop(
                        duties.get(duty),
                        Objects.requireNonNull(leadership),
                        () -> on(duty, it -> it.stopBegan(call, ticker.nanos())),
                        error -> on(duty, it -> {
                            if (error.isPresent()) {
                                LOG.error(
                                        "duty {} could not be stopped",
                                        duties.get(duty).name(),
                                        error.get());
                                it.stopFailed(call, describe(error.get()));
                            } else {
                                it.stopped(call, ticker.nanos());
                            }
                        })));
    }

    @Override
    public void callHealth(int duty, int call) {
        Duty asked = duties.get(duty);
        Leadership current = Objects.requireNonNull(leadership);
        track(
                duty,
                calls.health(
                        () -> DutyThread.call(current, asked::health),
                        health -> on(duty, it -> it.health(call, health, ticker.nanos()))));
    }

    private void track(int duty, DutyCalls.Call call) {
        underWay.put(duty, call);
    }

    @Override
    public void interrupt(int duty) {
        Optional.ofNullable(underWay.get(duty)).ifPresent(DutyCalls.Call::interrupt);
    }

    @Override
    public void report(Duty.Status changed) {
        watcher.report(changed);
    }

    @Override
    public void giveUp(String duty, String why) {
        watcher.giveUp(epoch(), duty, why);
    }

    @Override
    public void stuck(String duty, String why) {
        watcher.stuck(epoch(), duty, why);
    }

    @Override
    public void allStopped() {
        watcher.allStopped(epoch());
    }

    private Epoch epoch() {
        return Objects.requireNonNull(leadership).epoch();
    }

    /** What is told of it elsewhere has no stack trace. What a duty throws because it is told to stop is not reported. */
    private static void showCause(SupervisedDuty duty, Throwable cause) {
        if (!duty.isToldToStop()) {
            LOG.warn("duty {} threw", duty.name(), cause);
        }
    }

    private static String describe(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : thrown.getClass().getSimpleName() + ": " + message;
    }

    /** Who the supervisor tells. All calls come on the lane, and say which leadership they are about. */
    public interface Watcher {
        void report(Duty.Status changed);

        void giveUp(Epoch epoch, String duty, String why);

        void stuck(Epoch epoch, String duty, String why);

        void allStopped(Epoch epoch);

        /** Something happened, so {@link DutySupervisor#wakeAt()} may have moved. */
        void changed();
    }
}
