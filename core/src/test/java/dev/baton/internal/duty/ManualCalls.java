// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Leadership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Calls of duties that the test answers by hand; until then they hang. Nothing of a duty is ever really called. */
public final class ManualCalls implements DutyCalls {
    /** One call under way. */
    public static final class Pending implements Call {
        private final String what;
        private final Optional<Leadership> leadership;
        private final Optional<Duty.Crash> crash;
        private final Consumer<Optional<Throwable>> answer;
        private int interrupts;

        private Pending(
                String what,
                Optional<Leadership> leadership,
                Optional<Duty.Crash> crash,
                Consumer<Optional<Throwable>> answer) {
            this.what = what;
            this.leadership = leadership;
            this.crash = crash;
            this.answer = answer;
        }

        @Override
        public void interrupt() {
            interrupts++;
        }

        public int interrupts() {
            return interrupts;
        }

        public Leadership leadership() {
            return leadership.orElseThrow();
        }

        public void crash(Throwable cause) {
            crash.orElseThrow().report(cause);
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private final List<Pending> underWay = new ArrayList<>();
    private Optional<Health> health = Optional.of(Health.OK);
    private boolean broken;
    private boolean threadsAreFree = true;

    /** What is under way, oldest first: {@code start billing}, {@code stop billing}, {@code health}. */
    public List<String> underWay() {
        return underWay.stream().map(Pending::toString).toList();
    }

    public Pending find(String what) {
        return underWay.stream()
                .filter(pending -> pending.what.equals(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " is not under way: " + underWay));
    }

    /** Lets a call come back. */
    public Pending succeed(String what) {
        return answer(what, Optional.empty());
    }

    public Pending fail(String what, Throwable thrown) {
        return answer(what, Optional.of(thrown));
    }

    private Pending answer(String what, Optional<Throwable> thrown) {
        Pending pending = find(what);
        underWay.remove(pending);
        pending.answer.accept(thrown);
        return pending;
    }

    /** What a health check answers when it comes back. */
    public void health(Health next) {
        health = Optional.of(next);
    }

    /** From now on a stop waits for a thread and never gets one. */
    public void occupyThreads() {
        threadsAreFree = false;
    }

    /** From now on every call throws, as if Baton itself were wrong. */
    public void breakDown() {
        broken = true;
    }

    private Call begin(Pending pending) {
        if (broken) {
            throw new IllegalStateException("calls are broken");
        }
        underWay.add(pending);
        return pending;
    }

    @Override
    public Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
        return begin(new Pending("start " + duty.name(), Optional.of(leadership), Optional.of(crash), answer));
    }

    @Override
    public Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer) {
        if (threadsAreFree) {
            begun.run();
        }
        return begin(new Pending("stop " + duty.name(), Optional.empty(), Optional.empty(), answer));
    }

    @Override
    public Call health(Health.Check check, Consumer<Health> answer) {
        return begin(new Pending(
                "health",
                Optional.empty(),
                Optional.empty(),
                thrown -> answer.accept(
                        thrown.map(it -> Health.bad(it.toString())).orElseGet(health::get))));
    }
}
