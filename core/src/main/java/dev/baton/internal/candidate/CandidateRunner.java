// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.AlarmRaised;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.DutyChanged;
import dev.baton.CandidateEvent.ElectionCheck;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.NodeId;
import dev.baton.internal.duty.DutySupervisor;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Lane;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.Validity;
import java.time.Duration;
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
    /** How much longer than its lane the watchdog waits for duties when the lane is late, as after a pause. */
    private static final Duration WATCHDOG_GRACE = Duration.ofSeconds(5);

    private final ElectionEntry entry;
    private final CandidateRuntime runtime;
    private final Ticker ticker;
    private final Lane lane;
    private final CandidateRules rules;
    private final DutySupervisor supervisor;
    private final CandidateListeners listeners;
    private final CandidateLog log;
    private final PendingHandOvers handOvers;
    private final HealthChecks health;
    private final Watchdog.Watch watch;
    private final boolean hasDuties;
    private final Duration windDown;
    private final EnteredContest contest = new EnteredContest();
    /** What a breakdown does, and its message; made before, because a breakdown may be for lack of memory. */
    private final List<Consumer<Throwable>> breakdown =
            List.of(this::stopDutiesNow, bug -> contest.leave(), this::showBreakdown, this::tellOfBreakdown);

    private final String breakdownMessage;
    private final Effects effects = new Effects();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private @Nullable HeldLeadership tenure;
    /** Whether listeners were told of a leadership, and not yet of its end. */
    private boolean toldElected;

    private boolean broken;
    private volatile @Nullable Leadership current;
    private volatile CandidateSnapshot snapshot;

    CandidateRunner(CandidatePlan plan, CandidateRuntime runtime, CandidateListeners listeners) {
        this.entry = plan.entry();
        this.runtime = runtime;
        this.ticker = runtime.lanes().ticker();
        this.lane = runtime.lanes()
                .open("candidate " + entry.election() + " of " + entry.self().id());
        this.rules = new CandidateRules(entry, plan.settings(), ticker.nanos());
        this.supervisor = new DutySupervisor(
                plan.duties(), plan.dutyPolicy(), runtime.calls(), this::task, ticker, new FromSupervisor());
        this.listeners = listeners;
        this.log = new CandidateLog(entry, plan.quiet());
        this.handOvers = new PendingHandOvers(listeners);
        this.health = new HealthChecks(
                plan.healthCheck(), runtime.calls(), this::task, answer -> run(now -> rules.health(answer, now)));
        this.hasDuties = !plan.duties().isEmpty();
        this.windDown = plan.settings().windDown();
        this.watch = runtime.watchdog()
                .watch("duties of " + entry.election() + " on " + entry.self().id(), windDown.plus(WATCHDOG_GRACE));
        this.breakdownMessage = "broken invariant in " + entry.election() + " of "
                + entry.self().id();
        this.snapshot = CandidateSnapshot.of(rules);
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

    CandidateSnapshot snapshot() {
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

    PendingHandOvers handOvers() {
        return handOvers;
    }

    /** The leadership under which this node leads, and does not yet step down. */
    Optional<Leadership> led() {
        HeldLeadership held = tenure;
        return rules.state() == Candidate.State.LEADING && held != null ? Optional.of(held) : Optional.empty();
    }

    private void on(ElectorEvent event) {
        if (contest.isReadyFor(event)) {
            run(now -> rules.on(event, now));
        }
    }

    private void entered(Contest entered) {
        List<ElectorEvent> early = contest.enter(entered);
        run(rules::tick);
        early.forEach(this::on);
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
                // Should it have failed before: a contest that is not left goes on to renew a leadership that no node
                // holds.
                contest.leaveAtLast();
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
        HeldLeadership held = tenure;
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

    private void showBreakdown(Throwable bug) {
        lane.cancelWake();
        snapshot = snapshot.ended();
        closed.complete(null);
    }

    private void tellOfBreakdown(Throwable bug) {
        HeldLeadership held = tenure;
        if (held != null && toldElected) {
            listeners.tell(new LostLeadership(held.epoch(), LossReason.FAULT, String.valueOf(bug)), null);
        }
        // Callers that wait for a leadership get none.
        listeners.tell(new StateChanged(rules.state(), Candidate.State.CLOSED), null);
        handOvers.brokenDown(bug);
    }

    /** After every task: show the new state, and set the one alarm clock for whatever is due next. */
    private void settle() {
        snapshot = CandidateSnapshot.of(rules);
        Candidate.State state = rules.state();
        contest.tellReady(rules);
        if (state != Candidate.State.LEADING && state != Candidate.State.STEPPING_DOWN) {
            handOvers.givenBack();
        }
        if (state == Candidate.State.CLOSED) {
            lane.cancelWake();
        } else {
            lane.wakeAt(MonotonicTime.earlier(rules.wakeAt(), supervisor.wakeAt()), () -> task(this::wake));
        }
    }

    private void wake() {
        // The rules first: after a pause no duty may be started under a leadership that is over.
        run(rules::tick);
        supervisor.tick();
        settle();
    }

    /** Performs what the rules want. */
    private final class Effects implements CandidateEffect.Performer {
        @Override
        public void campaign() {
            contest.call(it -> it.campaign(rules.priority()));
        }

        @Override
        public void withdraw() {
            contest.call(Contest::withdraw);
        }

        @Override
        public void lead(Epoch epoch, long certainUntil) {
            HeldLeadership won = new HeldLeadership(entry.election(), entry.self(), epoch, ticker, certainUntil);
            tenure = won;
            current = won;
            if (hasDuties) {
                watch.arm(watchUntil());
            }
            supervisor.lead(won);
        }

        @Override
        public void extend(long certainUntil) {
            HeldLeadership held = Objects.requireNonNull(tenure);
            if (held.extend(certainUntil)) {
                watch.extend(watchUntil());
            } else {
                step(rules::overdue);
            }
            held.takeRefusal().ifPresent(higher -> announce(new AlarmRaised(held.fenceIsAhead(higher))));
        }

        @Override
        public void endTenure() {
            current = null;
            HeldLeadership held = tenure;
            if (held != null) {
                held.end();
            }
        }

        @Override
        public void stopDuties(long stopBy) {
            current = null;
            if (MonotonicTime.isBefore(watchUntil(), stopBy) && stopBy - ticker.nanos() <= windDown.toNanos()) {
                // The lane is late, as after a pause, and gives the duties what it can.
                watch.extend(MonotonicTime.plus(stopBy, WATCHDOG_GRACE));
            }
            supervisor.stop(stopBy);
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            contest.call(it -> it.release(epoch, successor));
        }

        @Override
        public void abandon(Epoch epoch) {
            contest.call(it -> it.abandon(epoch));
        }

        @Override
        public void announce(CandidateEvent event) {
            // A listener that is told of a change, and queries, must find it.
            snapshot = CandidateSnapshot.of(rules);
            log.write(event);
            if (event instanceof LeaderChanged changed) {
                handOvers.seen(changed.current());
            } else if (event instanceof BecameLeader) {
                toldElected = true;
            } else if (event instanceof LostLeadership) {
                toldElected = false;
            } else if (event instanceof ElectionCheck) {
                health.ask();
            }
            HeldLeadership held = tenure;
            listeners.tell(event, held == null ? null : held);
        }

        @Override
        public void fault(String what) {
            runtime.faults().fault(what, new IllegalStateException(what));
        }

        @Override
        public void leave() {
            contest.call(Contest::close);
            watch.close();
            handOvers.left();
            closed.complete(null);
        }

        /** After the last call for the duties, and before others may lead. */
        private long watchUntil() {
            Validity validity = rules.validity().orElseThrow();
            return validity.othersFrom() - (validity.othersFrom() - validity.certainUntil()) / 4;
        }
    }

    /** Brings what the supervisor says to the lane, as its own task: rules never run inside rules. */
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
