// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Alarm;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.AlarmRaised;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.DutyChanged;
import dev.baton.CandidateEvent.ElectionCheck;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.NodeId;
import dev.baton.internal.duty.DutyCalls;
import dev.baton.internal.duty.DutySupervisor;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.Contest;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Entry;
import dev.baton.spi.Instants;
import dev.baton.spi.Lane;
import dev.baton.spi.Term;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the rules of one candidate on a lane: brings to them what happens, performs what they want, and shows other
 * threads the outcome. The lane owns the rules, the supervisor and the contest.
 */
final class CandidateRunner {
    private static final AsyncLog LOG = AsyncLog.of(Candidate.class);
    /** How much longer than its lane the watchdog waits for duties when the lane is late, as after a pause. */
    private static final Duration WATCHDOG_GRACE = Duration.ofSeconds(5);

    private final Entry entry;
    private final CandidateRuntime runtime;
    private final Ticker ticker;
    private final Lane lane;
    private final CandidateRules rules;
    private final DutySupervisor supervisor;
    private final Listeners listeners;
    private final HandOvers handOvers;
    private final Optional<Health.Check> healthCheck;
    private final Watchdog.Watch watch;
    private final boolean hasDuties;
    private final Duration windDown;
    /** What a breakdown does, and its message; made before, because a breakdown may be for want of memory. */
    private final List<Consumer<Throwable>> breakdown =
            List.of(this::stopDutiesNow, bug -> leaveContest(), this::showBreakdown, this::tellOfBreakdown);

    private final String breakdownMessage;
    private final Effects effects = new Effects();
    private final List<ElectorEvent> early = new ArrayList<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private @Nullable Contest contest;
    private @Nullable Tenure tenure;
    private DutyCalls.@Nullable Call healthCall;
    /** Whether listeners were told of a leadership, and not yet of its end. */
    private boolean toldElected;

    /** What the contest was told last. */
    private boolean toldReady;

    private boolean broken;
    private volatile @Nullable Leadership current;
    private volatile Snapshot snapshot;

    CandidateRunner(CandidatePlan plan, CandidateRuntime runtime, Listeners listeners) {
        this.entry = plan.entry();
        this.runtime = runtime;
        this.ticker = runtime.lanes().ticker();
        this.lane = runtime.lanes()
                .open("candidate " + entry.election() + " of " + entry.self().id());
        this.rules = new CandidateRules(entry, plan.settings(), ticker.nanos());
        this.supervisor = new DutySupervisor(
                plan.duties(), plan.dutyPolicy(), runtime.calls(), this::task, ticker, new FromSupervisor());
        this.listeners = listeners;
        this.handOvers = new HandOvers(listeners);
        this.healthCheck = plan.healthCheck();
        this.hasDuties = !plan.duties().isEmpty();
        this.windDown = plan.settings().windDown();
        this.watch = runtime.watchdog()
                .watch("duties of " + entry.election() + " on " + entry.self().id(), windDown.plus(WATCHDOG_GRACE));
        this.breakdownMessage = "broken invariant in " + entry.election() + " of "
                + entry.self().id();
        this.snapshot = Snapshot.of(rules);
    }

    void enter(Elector elector) {
        Contest entered = elector.enter(entry, event -> task(() -> on(event)));
        task(() -> entered(entered), entered::close);
    }

    // ---- for any thread

    /** The leadership that was won last and is not yet given up; whether it still holds is its own to say. */
    @Nullable
    Leadership current() {
        return current;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    List<Duty.Status> duties() {
        return supervisor.status();
    }

    /** Done when leadership is given back and the election is left. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    // ---- for tasks on the lane

    CandidateRules rules() {
        return rules;
    }

    HandOvers handOvers() {
        return handOvers;
    }

    /** The leadership under which this node leads, and does not yet step down. */
    Optional<Leadership> led() {
        Tenure held = tenure;
        return rules.state() == Candidate.State.LEADING && held != null
                ? Optional.of(held.leadership())
                : Optional.empty();
    }

    /** Events may come before {@link Elector#enter} has returned the contest; they wait for it. */
    private void on(ElectorEvent event) {
        if (contest == null) {
            early.add(event);
        } else {
            run(now -> rules.on(event, now));
        }
    }

    private void entered(Contest entered) {
        contest = entered;
        run(rules::tick);
        early.forEach(this::on);
        early.clear();
    }

    void step(LongFunction<List<CandidateEffect>> rule) {
        task(() -> run(rule));
    }

    void run(LongFunction<List<CandidateEffect>> rule) {
        rule.apply(ticker.nanos()).forEach(effect -> effect.performBy(effects));
        settle();
    }

    /** Everything that happens on the lane passes here; what goes wrong is a bug, and this candidate does not go on. */
    void task(Runnable task) {
        task(task, () -> {});
    }

    /** @param otherwise runs instead once this candidate has broken down */
    void task(Runnable task, Runnable otherwise) {
        lane.execute(() -> {
            watch.beginTask();
            if (broken) {
                // Should it have failed before: a contest that is not left goes on to renew what nobody leads.
                leaveAgain();
                otherwise.run();
            } else {
                try {
                    task.run();
                } catch (RuntimeException | Error bug) {
                    breakDown(bug);
                }
            }
            watch.endTask();
        });
    }

    /**
     * Neither rules nor state are to be trusted: what is held lapses, unreleased. The fault handler is called in any
     * case, also when there is no memory left for the rest.
     */
    private void breakDown(Throwable bug) {
        broken = true;
        current = null;
        Tenure held = tenure;
        if (held != null) {
            held.end();
        }
        try {
            for (int i = 0; i < breakdown.size(); i++) {
                attempt(breakdown.get(i), bug);
            }
        } finally {
            runtime.faults().fault(breakdownMessage, bug);
            // The handler has let the process live.
            watch.close();
        }
    }

    private void leaveAgain() {
        try {
            leaveContest();
        } catch (RuntimeException | Error stillBroken) {
            // The fault handler was told, and the next event is the next chance.
        }
    }

    private static void attempt(Consumer<Throwable> last, Throwable bug) {
        try {
            last.accept(bug);
        } catch (Throwable alsoBroken) {
            // The first problem is the one to report.
            if (alsoBroken != bug) {
                bug.addSuppressed(alsoBroken);
            }
        }
    }

    /** The fault handler may let the process live; the duties must not go on all the same. */
    private void stopDutiesNow(Throwable bug) {
        supervisor.stop(ticker.nanos());
    }

    private void leaveContest() {
        Contest entered = contest;
        if (entered != null) {
            entered.close();
            contest = null;
        }
    }

    private void showBreakdown(Throwable bug) {
        lane.cancelWake();
        snapshot = snapshot.ended();
        closed.complete(null);
    }

    private void tellOfBreakdown(Throwable bug) {
        Tenure held = tenure;
        if (held != null && toldElected) {
            listeners.tell(new LostLeadership(held.leadership().epoch(), LossReason.FAULT, String.valueOf(bug)), null);
        }
        handOvers.brokenDown(bug);
    }

    /** After every task: show the new state, and set the one alarm clock for whatever is due next. */
    private void settle() {
        snapshot = Snapshot.of(rules);
        Candidate.State state = rules.state();
        tellReady();
        if (state != Candidate.State.LEADING && state != Candidate.State.STEPPING_DOWN) {
            handOvers.givenBack();
        }
        if (state == Candidate.State.CLOSED) {
            lane.cancelWake();
        } else {
            lane.wakeAt(Instants.earlier(rules.wakeAt(), supervisor.wakeAt()), () -> task(this::wake));
        }
    }

    private void tellReady() {
        Contest entered = contest;
        boolean ready = rules.isReady();
        if (entered != null && ready != toldReady && rules.state() != Candidate.State.CLOSED) {
            toldReady = ready;
            entered.ready(ready ? Optional.of(rules.priority()) : Optional.empty());
        }
    }

    private void wake() {
        // The rules first: after a pause no duty may be started under a leadership that is over.
        run(rules::tick);
        supervisor.tick();
        settle();
    }

    private void askHealth(Health.Check check) {
        DutyCalls.Call pending = healthCall;
        if (pending != null) {
            pending.interrupt();
            step(now -> rules.health(Health.bad("health check hangs"), now));
            return;
        }
        healthCall = runtime.calls()
                .health(
                        check,
                        health -> task(() -> {
                            healthCall = null;
                            run(now -> rules.health(health, now));
                        }));
    }

    private static Alarm fenceIsAhead(Leadership held, Epoch higher) {
        return new Alarm(
                Alarm.Kind.FENCE_IS_AHEAD,
                "a fence has seen epoch " + higher + " of " + held.election() + ", which is led under epoch "
                        + held.epoch() + ": the elector has forgotten epochs; raise them above " + higher);
    }

    private void log(CandidateEvent event) {
        NodeId self = entry.self().id();
        if (event instanceof BecameLeader won) {
            LOG.info("{} leads {} under epoch {}", self, entry.election(), won.epoch());
        } else if (event instanceof LostLeadership lost) {
            LOG.info(
                    "{} leads {} no more: epoch {}, {} ({})",
                    self,
                    entry.election(),
                    lost.epoch(),
                    lost.reason(),
                    lost.detail());
        } else if (event instanceof LeaderChanged changed
                && !changed.current().node().equals(entry.self())) {
            LOG.info(
                    "{} follows in {}: {} leads under epoch {}, at {}",
                    self,
                    entry.election(),
                    changed.current().node().id(),
                    changed.current().epoch(),
                    changed.current().endpoints().byPurpose());
        } else if (event instanceof AlarmRaised raised && raised.alarm().kind().isAllClear()) {
            LOG.info("{} in {}: {}", self, entry.election(), raised.alarm().message());
        } else if (event instanceof AlarmRaised raised) {
            LOG.warn(
                    "{} in {}: {} {}",
                    self,
                    entry.election(),
                    raised.alarm().kind(),
                    raised.alarm().message());
        } else {
            LOG.debug("{} in {}: {}", self, entry.election(), event);
        }
    }

    /** What questions from other threads are answered from. */
    record Snapshot(Candidate.State state, boolean eligible, boolean healthy, Optional<Leader> leader) {
        static Snapshot of(CandidateRules rules) {
            return new Snapshot(rules.state(), rules.isEligible(), rules.isHealthy(), rules.leader());
        }

        Snapshot ended() {
            return new Snapshot(Candidate.State.CLOSED, eligible, healthy, Optional.empty());
        }
    }

    /** Performs what the rules want. */
    private final class Effects implements CandidateEffect.Performer {
        @Override
        public void campaign() {
            withContest(it -> it.campaign(rules.priority()));
        }

        @Override
        public void withdraw() {
            withContest(Contest::withdraw);
        }

        @Override
        public void lead(Epoch epoch, long certainUntil) {
            Tenure won = new Tenure(entry.election(), entry.self(), epoch, ticker, certainUntil);
            tenure = won;
            current = won.leadership();
            if (hasDuties) {
                watch.arm(watchUntil());
            }
            supervisor.lead(won.leadership());
        }

        @Override
        public void extend(long certainUntil) {
            Tenure held = Objects.requireNonNull(tenure);
            if (held.extend(certainUntil)) {
                watch.extend(watchUntil());
            } else {
                step(rules::overdue);
            }
            held.takeRefusal().ifPresent(higher -> announce(new AlarmRaised(fenceIsAhead(held.leadership(), higher))));
        }

        @Override
        public void endTenure() {
            current = null;
            Tenure held = tenure;
            if (held != null) {
                held.end();
            }
        }

        @Override
        public void stopDuties(long stopBy) {
            current = null;
            if (Instants.isBefore(watchUntil(), stopBy) && stopBy - ticker.nanos() <= windDown.toNanos()) {
                // The lane is late, as after a pause, and gives the duties what it can.
                watch.extend(Instants.plus(stopBy, WATCHDOG_GRACE));
            }
            supervisor.stop(stopBy);
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            withContest(it -> it.release(epoch, successor));
        }

        @Override
        public void abandon(Epoch epoch) {
            withContest(it -> it.abandon(epoch));
        }

        @Override
        public void announce(CandidateEvent event) {
            // Whoever is told of a change, and asks, is to find it.
            snapshot = Snapshot.of(rules);
            log(event);
            if (event instanceof LeaderChanged changed) {
                handOvers.seen(changed.current());
            } else if (event instanceof BecameLeader) {
                toldElected = true;
            } else if (event instanceof LostLeadership) {
                toldElected = false;
            } else if (event instanceof ElectionCheck) {
                healthCheck.ifPresent(CandidateRunner.this::askHealth);
            }
            Tenure held = tenure;
            listeners.tell(event, held == null ? null : held.leadership());
        }

        @Override
        public void fault(String what) {
            runtime.faults().fault(what, new IllegalStateException(what));
        }

        @Override
        public void leave() {
            withContest(Contest::close);
            watch.close();
            handOvers.left();
            closed.complete(null);
        }

        /** After the last call for the duties, and before others may lead. */
        private long watchUntil() {
            Term term = rules.term().orElseThrow();
            return term.othersFrom() - (term.othersFrom() - term.certainUntil()) / 4;
        }

        private void withContest(Consumer<Contest> call) {
            call.accept(Objects.requireNonNull(contest));
        }
    }

    /** Brings what the supervisor says to the lane, as a task of its own: rules never run inside rules. */
    private final class FromSupervisor implements DutySupervisor.Watcher {
        @Override
        public void report(Duty.Status changed) {
            // After what the candidate itself has to announce: it leads before its duties start.
            task(() -> effects.announce(new DutyChanged(changed)));
        }

        @Override
        public void giveUp(Epoch epoch, String duty, String why) {
            step(now -> rules.dutyGivenUp(epoch, duty, why, now));
        }

        @Override
        public void stuck(Epoch epoch, String duty, String why) {
            task(() -> {
                run(now -> rules.dutyStuck(epoch, duty, why, now));
                // The handler was told, and has let the process live.
                watch.disarm();
            });
        }

        @Override
        public void allStopped(Epoch epoch) {
            watch.disarm();
            step(now -> rules.dutiesStopped(epoch, now));
        }

        @Override
        public void changed() {
            settle();
        }
    }
}
