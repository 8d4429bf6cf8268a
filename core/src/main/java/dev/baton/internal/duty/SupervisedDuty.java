// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.internal.check.Invariant;
import dev.baton.internal.duty.SupervisorEffect.CallHealth;
import dev.baton.internal.duty.SupervisorEffect.CallStart;
import dev.baton.internal.duty.SupervisorEffect.CallStop;
import dev.baton.internal.duty.SupervisorEffect.GiveUp;
import dev.baton.internal.duty.SupervisorEffect.Interrupt;
import dev.baton.internal.duty.SupervisorEffect.Report;
import dev.baton.internal.duty.SupervisorEffect.Stuck;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The rules for one duty. A plain object: each method takes what happened and adds what is to be done to
 * {@code effects}. At most one start, stop or health call is under way, and it is numbered; answers to others are late.
 */
final class SupervisedDuty {
    /** A stop may wait for a thread while others are stopped, but not forever. */
    private static final int MAX_WAIT_IN_STOP_TIMEOUTS = 20;

    private enum Kind {
        NOTHING,
        START,
        STOP,
        HEALTH
    }

    private final int position;
    private final String name;
    private final Duty.Policy policy;
    private final List<SupervisorEffect> effects;
    private final Deque<Long> failures = new ArrayDeque<>();

    private Duty.State state = Duty.State.IDLE;
    private Kind under = Kind.NOTHING;
    private int call;
    private int run;
    private long due;
    /** When a stop has to be over, however long it waited for a thread: others may lead soon. */
    private long stopBy;

    private boolean stopBegan;

    private int restarts;
    private boolean givenUp;
    private boolean crashedEarly;
    private String detail = "";

    SupervisedDuty(int position, String name, Duty.Policy policy, List<SupervisorEffect> effects) {
        this.position = position;
        this.name = name;
        this.policy = policy;
        this.effects = effects;
    }

    String name() {
        return name;
    }

    Duty.Status status() {
        return new Duty.Status(name, state, restarts, detail);
    }

    boolean isStopped() {
        return state == Duty.State.IDLE;
    }

    /** The next instant at which {@link #tick} has something to do. */
    long wakeAt(long now) {
        return switch (state) {
            case IDLE, STUCK -> MonotonicTime.never(now);
            case STARTING -> givenUp ? MonotonicTime.never(now) : due;
            case RUNNING, CLEANING_UP, BACKING_OFF -> due;
            case STOPPING -> MonotonicTime.earlier(stopBy, due);
        };
    }

    void lead(long now) {
        failures.clear();
        restarts = 0;
        givenUp = false;
        detail = "";
        start(now);
    }

    private void start(long now) {
        crashedEarly = false;
        due = MonotonicTime.plus(now, policy.startTimeout());
        move(Duty.State.STARTING);
        run = begin(Kind.START);
        effects.add(new CallStart(position, run));
    }

    /** @param until when it has to be over in any case */
    void stop(long until, long now) {
        stopBy = state == Duty.State.STOPPING ? MonotonicTime.earlier(stopBy, until) : until;
        switch (state) {
            case IDLE, STOPPING, STUCK -> {}
            case BACKING_OFF -> move(Duty.State.IDLE);
            case STARTING -> {
                // Calls to a duty never overlap: stop follows when start has come back.
                move(Duty.State.STOPPING);
                callBack(now);
            }
            case RUNNING -> {
                move(Duty.State.STOPPING);
                if (under == Kind.HEALTH) {
                    callBack(now);
                } else {
                    callStop(now);
                }
            }
            case CLEANING_UP -> move(Duty.State.STOPPING);
        }
    }

    void started(int answered, long now) {
        if (!end(answered)) {
            return;
        }
        if (isToldToStop()) {
            callStop(now);
        } else if (crashedEarly) {
            failed(detail, now);
        } else {
            due = MonotonicTime.plus(now, policy.healthInterval());
            move(Duty.State.RUNNING);
        }
    }

    void startFailed(int answered, String why, long now) {
        if (!end(answered)) {
            return;
        }
        if (isToldToStop()) {
            callStop(now);
        } else {
            failed("start failed: " + why, now);
        }
    }

    /** @param run the number of the start call that began the run which crashed; an earlier run is over anyway */
    void crashed(int run, String why, long now) {
        if (run != this.run) {
            return;
        }
        if (state == Duty.State.RUNNING) {
            failed("crashed: " + why, now);
        } else if (state == Duty.State.STARTING) {
            crashedEarly = true;
            detail = "crashed: " + why;
        }
    }

    void health(int answered, Health health, long now) {
        if (!end(answered)) {
            return;
        }
        if (isToldToStop() || state == Duty.State.CLEANING_UP) {
            callStop(now);
        } else if (!health.ok()) {
            failed("unhealthy: " + health.detail(), now);
        } else {
            due = MonotonicTime.plus(now, policy.healthInterval());
        }
    }

    /** The stop has got its thread: from here on the time that it takes is its own. */
    void stopBegan(int began, long now) {
        if (began == call && under == Kind.STOP) {
            stopBegan = true;
            due = MonotonicTime.plus(now, policy.stopTimeout());
        }
    }

    void stopped(int answered, long now) {
        if (!end(answered)) {
            return;
        }
        if (state == Duty.State.CLEANING_UP && !givenUp) {
            due = MonotonicTime.plus(now, policy.backoff(failures.size()));
            move(Duty.State.BACKING_OFF);
        } else {
            move(Duty.State.IDLE);
        }
    }

    void stopFailed(int answered, String why) {
        if (!end(answered)) {
            return;
        }
        if (state == Duty.State.STUCK) {
            detail = "stop failed: " + why;
        } else {
            stuck("stop failed: " + why);
        }
    }

    void tick(long now) {
        if (MonotonicTime.isBefore(now, wakeAt(now))) {
            return;
        }
        switch (state) {
            case IDLE, STUCK -> {}
            case STARTING -> {
                effects.add(new Interrupt(position));
                giveUp("start took longer than " + policy.startTimeout().toMillis() + " ms");
            }
            case RUNNING -> checkHealth(now);
            case CLEANING_UP -> {
                effects.add(new Interrupt(position));
                stuck(overdue());
            }
            case BACKING_OFF -> {
                restarts++;
                start(now);
            }
            case STOPPING -> {
                effects.add(new Interrupt(position));
                stuck(MonotonicTime.isBefore(now, stopBy) ? overdue() : "not stopped in time");
            }
        }
    }

    private void checkHealth(long now) {
        if (under == Kind.HEALTH) {
            failed("unhealthy: no answer within " + policy.healthInterval().toMillis() + " ms", now);
        } else {
            due = MonotonicTime.plus(now, policy.healthInterval());
            effects.add(new CallHealth(position, begin(Kind.HEALTH)));
        }
    }

    private void failed(String why, long now) {
        detail = why;
        long window = policy.restartWindow().toNanos();
        failures.addLast(now);
        failures.removeIf(failure -> now - failure > window);
        boolean asked = under == Kind.HEALTH;
        if (asked) {
            callBack(now);
        }
        move(Duty.State.CLEANING_UP);
        if (!asked) {
            callStop(now);
        }
        if (failures.size() > policy.maxRestarts()) {
            giveUp(why + ", " + failures.size() + " failures in "
                    + policy.restartWindow().toMillis() + " ms");
        }
    }

    private void giveUp(String why) {
        detail = why;
        if (!givenUp) {
            givenUp = true;
            effects.add(new GiveUp(name, why));
        }
    }

    private void stuck(String why) {
        boolean leading = state == Duty.State.CLEANING_UP;
        detail = why;
        move(Duty.State.STUCK);
        if (leading) {
            giveUp(why);
        }
        effects.add(new Stuck(name, why));
    }

    private String overdue() {
        return under == Kind.STOP && !stopBegan
                ? "stop did not begin within " + longestWait().toMillis() + " ms"
                : "stop took longer than " + policy.stopTimeout().toMillis() + " ms";
    }

    private Duration longestWait() {
        return policy.stopTimeout().multipliedBy(MAX_WAIT_IN_STOP_TIMEOUTS);
    }

    boolean isToldToStop() {
        return state == Duty.State.STOPPING || state == Duty.State.STUCK;
    }

    /** The call under way holds up the stop; it gets as long as a stop does. */
    private void callBack(long now) {
        due = MonotonicTime.plus(now, policy.stopTimeout());
        effects.add(new Interrupt(position));
    }

    private void callStop(long now) {
        stopBegan = false;
        due = MonotonicTime.plus(now, longestWait());
        effects.add(new CallStop(position, begin(Kind.STOP)));
    }

    private int begin(Kind what) {
        Invariant.check(under == Kind.NOTHING, "duty %s: %s while %s is under way", name, what, under);
        under = what;
        return ++call;
    }

    private boolean end(int answered) {
        if (answered != call || under == Kind.NOTHING) {
            return false;
        }
        under = Kind.NOTHING;
        return true;
    }

    private void move(Duty.State to) {
        Invariant.check(state.next().contains(to), "duty %s: illegal move %s to %s", name, state, to);
        state = to;
        effects.add(new Report(status()));
    }
}
