// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules of a supervisor with a hand-moved clock. Keeps the books of the duties' side, and fails when calls to a
 * duty overlap, when a move is illegal, when everything is said to be stopped too often or while a duty may run, or
 * when a duty is given up twice.
 */
final class SupervisorUnderTest implements SupervisorEffect.Performer {
    static final long ORIGIN = Long.MAX_VALUE - Duration.ofSeconds(20).toNanos();

    static final Duty.Policy POLICY = new Duty.Policy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(4),
            Duration.ofMillis(200),
            Duration.ofSeconds(10),
            2,
            Duration.ofSeconds(60));

    /** A move that a duty took. */
    record Move(Duty.State from, Duty.State to) {}

    /** What a duty is asked to do. */
    enum Request {
        NOTHING,
        START,
        STOP,
        HEALTH
    }

    /** The side of one duty. */
    private static final class Booked {
        Request asked = Request.NOTHING;
        int call;
        int run;
        boolean mayRun;
        Duty.State state = Duty.State.IDLE;
    }

    private final SupervisorRules rules;
    private final List<String> names;
    private final List<Booked> books = new ArrayList<>();
    private final Set<Move> moves = new LinkedHashSet<>();
    private final Set<String> givenUp = new HashSet<>();
    private boolean owesAllStopped;
    private boolean toldToStop;
    private long now = ORIGIN;

    SupervisorUnderTest(Duty.Policy policy, String... names) {
        this.names = List.of(names);
        this.rules = new SupervisorRules(this.names, policy);
        Arrays.stream(names).forEach(name -> books.add(new Booked()));
    }

    /** A supervisor of the one duty {@code billing}, which runs. */
    static SupervisorUnderTest running(Duty.Policy policy) {
        SupervisorUnderTest supervisor = new SupervisorUnderTest(policy, "billing");
        supervisor.lead();
        supervisor.started();
        return supervisor;
    }

    static SupervisorUnderTest running() {
        return running(POLICY);
    }

    long now() {
        return now;
    }

    Set<Move> moves() {
        return moves;
    }

    Duty.State state() {
        return status().state();
    }

    Duty.Status status() {
        return rules.status().get(0);
    }

    Request asked(int duty) {
        return books.get(duty).asked;
    }

    int run(int duty) {
        return books.get(duty).run;
    }

    Duration untilWake() {
        return Duration.ofNanos(rules.wakeAt(now) - now);
    }

    boolean isOver() {
        return !owesAllStopped;
    }

    /** Whether a stop has thrown: nobody calls it again, so nothing more will come of that duty. */
    boolean isUnstoppable() {
        return books.stream().anyMatch(book -> book.state == Duty.State.STUCK && book.asked == Request.NOTHING);
    }

    private List<SupervisorEffect> check(List<SupervisorEffect> effects) {
        effects.forEach(effect -> effect.performBy(this));
        for (int i = 0; i < names.size(); i++) {
            assertThat(rules.status().get(i).state())
                    .as("reported moves of %s lead to its state", names.get(i))
                    .isEqualTo(books.get(i).state);
        }
        return effects;
    }

    // ---- what happens

    List<SupervisorEffect> lead() {
        owesAllStopped = true;
        toldToStop = false;
        givenUp.clear();
        return check(rules.lead(now));
    }

    List<SupervisorEffect> stop(Duration within) {
        toldToStop = true;
        return check(rules.stop(MonotonicTime.plus(now, within), now));
    }

    List<SupervisorEffect> advance(Duration time) {
        now = MonotonicTime.plus(now, time);
        List<SupervisorEffect> effects = check(rules.tick(now));
        assertThat(MonotonicTime.isBefore(now, rules.wakeAt(now)))
                .as("nothing is left to do now")
                .isTrue();
        return effects;
    }

    private int answer(int duty, Request what) {
        Booked book = books.get(duty);
        assertThat(book.asked).isEqualTo(what);
        book.asked = Request.NOTHING;
        return book.call;
    }

    List<SupervisorEffect> started(int duty) {
        int call = answer(duty, Request.START);
        return check(rules.on(duty, it -> it.started(call, now)));
    }

    List<SupervisorEffect> started() {
        return started(0);
    }

    List<SupervisorEffect> startFailed(int duty) {
        int call = answer(duty, Request.START);
        return check(rules.on(duty, it -> it.startFailed(call, "no port", now)));
    }

    List<SupervisorEffect> startFailed() {
        return startFailed(0);
    }

    /** The stop has got its thread. */
    List<SupervisorEffect> stopBegan(int duty) {
        int call = books.get(duty).call;
        return check(rules.on(duty, it -> it.stopBegan(call, now)));
    }

    List<SupervisorEffect> stopBegan() {
        return stopBegan(0);
    }

    List<SupervisorEffect> stopped(int duty) {
        int call = answer(duty, Request.STOP);
        books.get(duty).mayRun = false;
        return check(rules.on(duty, it -> it.stopped(call, now)));
    }

    List<SupervisorEffect> stopped() {
        return stopped(0);
    }

    List<SupervisorEffect> stopFailed(int duty) {
        int call = answer(duty, Request.STOP);
        return check(rules.on(duty, it -> it.stopFailed(call, "socket busy")));
    }

    List<SupervisorEffect> stopFailed() {
        return stopFailed(0);
    }

    List<SupervisorEffect> health(int duty, Health health) {
        int call = answer(duty, Request.HEALTH);
        return check(rules.on(duty, it -> it.health(call, health, now)));
    }

    List<SupervisorEffect> health(Health health) {
        return health(0, health);
    }

    List<SupervisorEffect> crashed(int duty, int run) {
        return check(rules.on(duty, it -> it.crashed(run, "broken", now)));
    }

    List<SupervisorEffect> crashed() {
        return crashed(0, run(0));
    }

    /** An answer to a call that is not under way: late, or a second one. */
    List<SupervisorEffect> late(int duty, int call, Request what) {
        return check(rules.on(duty, it -> {
            switch (what) {
                case NOTHING -> {}
                case START -> it.started(call, now);
                case STOP -> it.stopped(call, now);
                case HEALTH -> it.health(call, Health.OK, now);
            }
        }));
    }

    // ---- what the rules want

    private void ask(int duty, int call, Request what) {
        Booked book = books.get(duty);
        assertThat(book.asked)
                .as("call under way when %s of %s is called", what, names.get(duty))
                .isEqualTo(Request.NOTHING);
        book.asked = what;
        book.call = call;
    }

    @Override
    public void callStart(int duty, int call) {
        ask(duty, call, Request.START);
        assertThat(books.get(duty).mayRun).as("runs already").isFalse();
        assertThat(toldToStop).as("started although told to stop").isFalse();
        books.get(duty).mayRun = true;
        books.get(duty).run = call;
    }

    @Override
    public void callStop(int duty, int call) {
        ask(duty, call, Request.STOP);
    }

    @Override
    public void callHealth(int duty, int call) {
        ask(duty, call, Request.HEALTH);
    }

    @Override
    public void interrupt(int duty) {
        // Also of a call that has just come back: an interrupt may always be late.
        assertThat(books.get(duty).call).isPositive();
    }

    @Override
    public void report(Duty.Status status) {
        Booked book = books.get(names.indexOf(status.name()));
        assertThat(book.state.next()).as("legal moves").contains(status.state());
        moves.add(new Move(book.state, status.state()));
        book.state = status.state();
    }

    @Override
    public void giveUp(String duty, String why) {
        assertThat(givenUp.add(duty))
                .as("%s is given up for the first time", duty)
                .isTrue();
    }

    @Override
    public void stuck(String duty, String why) {
        assertThat(books.get(names.indexOf(duty)).mayRun).as("%s may run", duty).isTrue();
    }

    @Override
    public void allStopped() {
        assertThat(owesAllStopped).as("told once per leadership").isTrue();
        assertThat(toldToStop).as("told to stop").isTrue();
        assertThat(books).as("duties that may run").noneMatch(book -> book.mayRun);
        owesAllStopped = false;
    }
}
