// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.candidate.CandidateEvent.AlarmRaised;
import dev.baton.candidate.CandidateEvent.BecameLeader;
import dev.baton.candidate.CandidateEvent.DutyChanged;
import dev.baton.candidate.CandidateEvent.ElectionCheck;
import dev.baton.candidate.CandidateEvent.LeaderChanged;
import dev.baton.candidate.CandidateEvent.LostLeadership;
import dev.baton.candidate.CandidateEvent.StateChanged;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Health;
import dev.baton.core.HealthCheck;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.Leadership;
import dev.baton.core.LossReason;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.core.NotLeaderException;
import dev.baton.core.OutcomeUnknownException;
import dev.baton.core.Rules;
import dev.baton.core.Tenure;
import dev.baton.core.Ticker;
import dev.baton.core.UnavailableException;
import dev.baton.duty.DutyCalls;
import dev.baton.duty.DutyStatus;
import dev.baton.duty.DutySupervisor;
import dev.baton.elector.Contest;
import dev.baton.elector.Elector;
import dev.baton.elector.ElectorEvent;
import dev.baton.elector.Entry;
import dev.baton.runtime.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part in one election. Any thread may call it: questions are answered at once, requests become tasks on
 * the candidate's lane, which owns the rules, the supervisor and the contest.
 */
public final class Candidate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Candidate.class);

    /** How much longer than its duties a closing candidate may take to give leadership back. */
    private static final Duration RELEASE_GRACE = Duration.ofSeconds(3);

    private final Entry entry;
    private final CandidateRuntime runtime;
    private final Ticker ticker;
    private final Lane lane;
    private final CandidateRules rules;
    private final DutySupervisor supervisor;
    private final Listeners listeners;
    private final Optional<HealthCheck> healthCheck;
    private final Duration closeTimeout;
    private final Effects effects = new Effects();
    private final List<CompletableFuture<Void>> resignations = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private final List<ElectorEvent> early = new ArrayList<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final CompletableFuture<Void> closedAndHeard;

    private @Nullable Contest contest;
    private @Nullable Tenure tenure;
    private DutyCalls.@Nullable Call healthCall;
    /** Whether listeners were told of a leadership, and not yet of its end. */
    private boolean toldElected;

    private boolean broken;
    private volatile @Nullable Leadership current;
    private volatile Snapshot snapshot;

    private Candidate(CandidatePlan plan, CandidateRuntime runtime) {
        this.entry = plan.entry();
        this.runtime = runtime;
        this.ticker = runtime.lanes().ticker();
        this.lane = runtime.lanes()
                .open("candidate " + entry.election() + " of " + entry.self().id());
        this.rules =
                new CandidateRules(entry, plan.settings(), plan.dutyPolicy().stopTimeout(), ticker.nanos());
        this.supervisor = new DutySupervisor(
                plan.duties(), plan.dutyPolicy(), runtime.calls(), this::task, ticker, new FromSupervisor());
        this.listeners = new Listeners(runtime.listenerQueues().get());
        plan.listeners().forEach(listeners::add);
        this.healthCheck = plan.healthCheck();
        this.closeTimeout = plan.dutyPolicy().stopTimeout().plus(RELEASE_GRACE);
        this.snapshot = Snapshot.of(rules);
        // By way of the listeners' queue: what they still have to hear comes before.
        this.closedAndHeard = closed.thenRunAsync(() -> {}, listeners::queue);
    }

    /**
     * Enters the election and, if eligible, stands in it.
     *
     * @throws ConfigurationException if the settings do not fit the elector
     */
    public static Candidate start(CandidatePlan plan, Elector elector, CandidateRuntime runtime) {
        Rules.of("candidate")
                .under("windDown", plan.settings().windDown(), "the certainty of the elector", elector.certainty())
                .check();
        Candidate candidate = new Candidate(plan, runtime);
        Contest contest = elector.enter(plan.entry(), event -> candidate.task(() -> candidate.on(event)));
        candidate.task(() -> candidate.entered(contest));
        return candidate;
    }

    public ElectionName election() {
        return entry.election();
    }

    public Node node() {
        return entry.self();
    }

    /** Does this node lead, now? Costs one clock reading; allocates nothing. */
    public boolean isLeader() {
        Leadership held = current;
        return held != null && held.mayAct();
    }

    /** The leadership that this node holds now. */
    public Optional<Leadership> leadership() {
        Leadership held = current;
        return held != null && held.mayAct() ? Optional.of(held) : Optional.empty();
    }

    /**
     * The leadership that this node holds now.
     *
     * @throws NotLeaderException if it holds none; names the leader if it is known
     */
    public Leadership requireLeadership() {
        return leadership().orElseThrow(this::notLeading);
    }

    /**
     * The leadership that this node holds, or else the next one that it wins: for code that has to wait for its turn.
     * Fails with {@link NotLeaderException} if the candidate is closed before that.
     */
    public CompletableFuture<Leadership> whenLeading() {
        CompletableFuture<Leadership> won = new CompletableFuture<>();
        LeadershipListener waiter = new LeadershipListener() {
            @Override
            public void elected(Leadership leadership) {
                removeListener(this);
                won.complete(leadership);
            }

            @Override
            public void on(CandidateEvent event) {
                if (event instanceof StateChanged moved && moved.to() == CandidateState.CLOSED) {
                    won.completeExceptionally(notLeading());
                }
            }
        };
        if (closed.isDone()) {
            won.completeExceptionally(notLeading());
            return won;
        }
        task(() -> {
            if (rules.state() == CandidateState.CLOSED) {
                listeners.queue(() -> won.completeExceptionally(notLeading()));
            } else {
                join(waiter);
            }
        });
        return won;
    }

    /** Who leads, as last seen from here: a memory to route by, not a promise. */
    public Optional<Leader> leader() {
        return snapshot.leader();
    }

    public CandidateStatus status() {
        Snapshot seen = snapshot;
        Optional<Leadership> held = leadership();
        return new CandidateStatus(
                entry.election(),
                entry.self(),
                seen.state(),
                seen.eligible(),
                seen.healthy(),
                held.map(Leadership::epoch),
                held.map(Leadership::remaining).orElse(Duration.ZERO),
                seen.leader(),
                supervisor.status());
    }

    /** How many calls of listeners have thrown. */
    public long listenerFailures() {
        return listeners.failures();
    }

    /** Adds a listener; one that comes while this node leads is told so first. */
    public void addListener(LeadershipListener listener) {
        Objects.requireNonNull(listener, "listener");
        task(() -> join(listener));
    }

    private void join(LeadershipListener listener) {
        Tenure held = tenure;
        boolean leads = rules.state() == CandidateState.LEADING && held != null;
        listeners.join(listener, leads && held != null ? held.leadership() : null);
    }

    /** Removes a listener; what happened before may still be on its way to it. */
    public void removeListener(LeadershipListener listener) {
        // By the same way as adding: one that is still on its way in is removed as well.
        task(() -> listeners.queue(() -> listeners.remove(listener)));
    }

    /**
     * Gives leadership up. Done when the duties are stopped and leadership is given back; fails with
     * {@link NotLeaderException} if this node does not lead.
     */
    public CompletableFuture<Void> resign() {
        return resign(any -> true);
    }

    /**
     * The same for one leadership only: whoever looked at it a while ago does not end the next one by mistake. Fails
     * with {@link NotLeaderException} if this node does not lead under {@code epoch}.
     */
    public CompletableFuture<Void> resign(Epoch epoch) {
        return resign(epoch::equals);
    }

    private CompletableFuture<Void> resign(Predicate<Epoch> under) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        whileLeading(under, done, held -> {
            resignations.add(done);
            run(now -> rules.resign(Optional.empty(), now));
        });
        return done;
    }

    /**
     * Gives leadership up in favour of {@code successor}. Done when a next leader is seen, who is another one if the
     * successor did not come forward; fails with {@link NotLeaderException} if this node does not lead.
     */
    public CompletableFuture<Leader> transferTo(NodeId successor) {
        return transferTo(successor, any -> true);
    }

    /**
     * The same for one leadership only. Fails with {@link NotLeaderException} if this node does not lead under
     * {@code epoch}.
     */
    public CompletableFuture<Leader> transferTo(NodeId successor, Epoch epoch) {
        return transferTo(successor, epoch::equals);
    }

    private CompletableFuture<Leader> transferTo(NodeId successor, Predicate<Epoch> under) {
        if (successor.equals(entry.self().id())) {
            throw new IllegalArgumentException("transfer of " + entry.election() + " to " + successor + " itself");
        }
        CompletableFuture<Leader> done = new CompletableFuture<>();
        whileLeading(under, done, held -> {
            transfers.add(new Transfer(held.epoch(), done));
            run(now -> rules.resign(Optional.of(successor), now));
        });
        return done;
    }

    private void whileLeading(Predicate<Epoch> under, CompletableFuture<?> request, Consumer<Leadership> action) {
        if (closed.isDone()) {
            request.completeExceptionally(notLeading());
            return;
        }
        Runnable refuse = () -> listeners.queue(() -> request.completeExceptionally(notLeading()));
        task(
                () -> {
                    Tenure held = tenure;
                    if (rules.state() == CandidateState.LEADING
                            && held != null
                            && under.test(held.leadership().epoch())) {
                        action.accept(held.leadership());
                    } else {
                        refuse.run();
                    }
                },
                refuse);
    }

    private NotLeaderException notLeading() {
        return new NotLeaderException(entry.election(), entry.self().id(), leader());
    }

    /** Allows this node to lead, or forbids it; a leader that is made ineligible steps down. */
    public void setEligible(boolean eligible) {
        step(now -> rules.eligible(eligible, now));
    }

    /**
     * The same on a condition: only if the leader that this node sees is still the one of {@code seen}, or still nobody.
     *
     * @return whether it was done
     */
    public CompletableFuture<Boolean> setEligible(boolean eligible, Optional<Epoch> seen) {
        if (closed.isDone()) {
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Runnable refuse = () -> listeners.queue(() -> done.complete(false));
        task(
                () -> {
                    boolean left = rules.state() == CandidateState.CLOSED;
                    if (left || !rules.leader().map(Leader::epoch).equals(seen)) {
                        refuse.run();
                    } else {
                        run(now -> rules.eligible(eligible, now));
                        listeners.queue(() -> done.complete(true));
                    }
                },
                refuse);
        return done;
    }

    /** Steps down and leaves the election; done when leadership is given back. */
    public CompletableFuture<Void> closeAsync() {
        step(rules::close);
        return closedAndHeard.copy();
    }

    /** How long {@link #close()} waits at most. */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /** Like {@link #closeAsync()}, and waits for it, but not for ever: a duty that hangs is the fault handler's. */
    @Override
    public void close() {
        try {
            closeAsync().get(closeTimeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException late) {
            LOG.warn(
                    "{} of {} did not close within {}",
                    entry.election(),
                    entry.self().id(),
                    closeTimeout);
        }
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

    private void step(LongFunction<List<CandidateEffect>> rule) {
        task(() -> run(rule));
    }

    private void run(LongFunction<List<CandidateEffect>> rule) {
        rule.apply(ticker.nanos()).forEach(effect -> effect.performBy(effects));
        settle();
    }

    /** Everything that happens on the lane passes here; what goes wrong is a bug, and this candidate does not go on. */
    private void task(Runnable task) {
        task(task, () -> {});
    }

    /** @param otherwise runs instead once this candidate has broken down */
    private void task(Runnable task, Runnable otherwise) {
        lane.execute(() -> {
            if (broken) {
                otherwise.run();
                return;
            }
            try {
                task.run();
            } catch (RuntimeException | Error bug) {
                breakDown(bug);
            }
        });
    }

    /** Neither rules nor state are to be trusted: whatever is held lapses, unreleased. */
    private void breakDown(Throwable bug) {
        broken = true;
        current = null;
        snapshot = snapshot.ended();
        lane.cancelWake();
        Tenure held = tenure;
        if (held != null) {
            held.end();
        }
        if (held != null && toldElected) {
            listeners.tell(new LostLeadership(held.leadership().epoch(), LossReason.FAULT, String.valueOf(bug)), null);
        }
        resignations.forEach(done -> failUnknown(done, bug));
        transfers.forEach(transfer -> failUnknown(transfer.done(), bug));
        // Whoever handles the fault may let the process live; the duties must not go on all the same.
        attempt(() -> supervisor.stop(ticker.nanos()), bug);
        Contest entered = contest;
        if (entered != null) {
            attempt(entered::close, bug);
        }
        closed.complete(null);
        runtime.faults()
                .fault(
                        "broken invariant in " + entry.election() + " of "
                                + entry.self().id(),
                        bug);
    }

    private void failUnknown(CompletableFuture<?> request, Throwable bug) {
        OutcomeUnknownException unknown =
                new OutcomeUnknownException("the candidate broke down; what it led lapses by itself", bug);
        listeners.queue(() -> request.completeExceptionally(unknown));
    }

    private static void attempt(Runnable last, Throwable bug) {
        try {
            last.run();
        } catch (RuntimeException | Error alsoBroken) {
            // The first problem is the one to report.
            bug.addSuppressed(alsoBroken);
        }
    }

    /** After every task: show the new state, and set the one alarm clock for whatever is due next. */
    private void settle() {
        snapshot = Snapshot.of(rules);
        CandidateState state = rules.state();
        if (state != CandidateState.LEADING && state != CandidateState.STEPPING_DOWN) {
            resignations.forEach(done -> listeners.queue(() -> done.complete(null)));
            resignations.clear();
        }
        if (state == CandidateState.CLOSED) {
            lane.cancelWake();
        } else {
            lane.wakeAt(Instants.earlier(rules.wakeAt(), supervisor.wakeAt()), () -> task(this::wake));
        }
    }

    private void wake() {
        // The rules first: after a pause no duty may be started under a leadership that is over.
        run(rules::tick);
        supervisor.tick();
        settle();
    }

    private void askHealth(HealthCheck check) {
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

    private record Transfer(Epoch from, CompletableFuture<Leader> done) {}

    /** What questions from other threads are answered from. */
    private record Snapshot(CandidateState state, boolean eligible, boolean healthy, Optional<Leader> leader) {
        static Snapshot of(CandidateRules rules) {
            return new Snapshot(rules.state(), rules.isEligible(), rules.isHealthy(), rules.leader());
        }

        Snapshot ended() {
            return new Snapshot(CandidateState.CLOSED, eligible, healthy, Optional.empty());
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
            supervisor.lead(won.leadership());
        }

        @Override
        public void extend(long certainUntil) {
            if (!Objects.requireNonNull(tenure).extend(certainUntil)) {
                step(rules::overdue);
            }
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
                transferred(changed.current());
            } else if (event instanceof BecameLeader) {
                toldElected = true;
            } else if (event instanceof LostLeadership) {
                toldElected = false;
            } else if (event instanceof ElectionCheck) {
                healthCheck.ifPresent(Candidate.this::askHealth);
            }
            Tenure held = tenure;
            listeners.tell(event, held == null ? null : held.leadership());
        }

        private void transferred(Leader next) {
            transfers.removeIf(transfer -> {
                boolean seen = next.epoch().isAfter(transfer.from());
                if (seen) {
                    listeners.queue(() -> transfer.done().complete(next));
                }
                return seen;
            });
        }

        @Override
        public void fault(String what) {
            runtime.faults().fault(what, new IllegalStateException(what));
        }

        @Override
        public void leave() {
            withContest(Contest::close);
            transfers.forEach(transfer -> listeners.queue(() -> transfer.done()
                    .completeExceptionally(new UnavailableException("closed before a next leader was seen"))));
            transfers.clear();
            closed.complete(null);
        }

        private void withContest(Consumer<Contest> call) {
            call.accept(Objects.requireNonNull(contest));
        }
    }

    /** Brings what the supervisor says to the lane, as a task of its own: rules never run inside rules. */
    private final class FromSupervisor implements DutySupervisor.Watcher {
        @Override
        public void report(DutyStatus changed) {
            // After what the candidate itself has to announce: it leads before its duties start.
            task(() -> effects.announce(new DutyChanged(changed)));
        }

        @Override
        public void giveUp(Epoch epoch, String duty, String why) {
            step(now -> rules.dutyGivenUp(epoch, duty, why, now));
        }

        @Override
        public void stuck(Epoch epoch, String duty, String why) {
            step(now -> rules.dutyStuck(epoch, duty, why, now));
        }

        @Override
        public void allStopped(Epoch epoch) {
            step(now -> rules.dutiesStopped(epoch, now));
        }

        @Override
        public void changed() {
            settle();
        }
    }
}
