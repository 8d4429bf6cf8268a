// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.internal.check.Validation;
import dev.baton.internal.duty.DutyThread;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A running candidate. Queries are answered on the caller's thread from what its {@link CandidateRunner} publishes;
 * requests become tasks on the runner's lane.
 */
public final class RunningCandidate implements Candidate {
    private static final AsyncLog LOG = AsyncLog.of(Candidate.class);

    /** How much longer than its duties a closing candidate may take to give leadership back. */
    private static final Duration RELEASE_GRACE = Duration.ofSeconds(3);

    private final ElectionEntry entry;
    private final CandidateListeners listeners;
    private final CandidateRunner runner;
    private final Duration closeTimeout;
    private final OpenRequests requests;
    private final CompletableFuture<Void> closedAndHeard;

    private RunningCandidate(CandidatePlan plan, CandidateRuntime runtime) {
        this.entry = plan.entry();
        this.listeners = new CandidateListeners(runtime.listenerQueues().get());
        plan.listeners().forEach(listeners::add);
        this.runner = new CandidateRunner(plan, runtime, listeners);
        this.closeTimeout = plan.dutyPolicy().stopTimeout().plus(RELEASE_GRACE);
        this.requests = runtime.requests();
        // Through the listeners' queue, behind the events that they still have to get.
        this.closedAndHeard = runner.closed().thenRunAsync(() -> {}, listeners::queue);
        requests.track(
                closedAndHeard,
                open -> open.completeExceptionally(
                        new OutcomeUnknownException(entry.self().id() + " ended before it had left " + entry.election()
                                + "; its leadership expires on its own")));
    }

    /**
     * Enters the election and, if eligible, stands in it.
     *
     * @throws ConfigurationException if the settings do not fit the elector
     */
    public static RunningCandidate start(CandidatePlan plan, Elector elector, CandidateRuntime runtime) {
        Validation.of("candidate")
                .under("windDown", plan.settings().windDown(), "the certainty of the elector", elector.certainty())
                .check();
        RunningCandidate candidate = new RunningCandidate(plan, runtime);
        candidate.runner.enter(elector);
        return candidate;
    }

    @Override
    public ElectionName election() {
        return entry.election();
    }

    @Override
    public Node node() {
        return entry.self();
    }

    @Override
    public boolean isLeader() {
        Leadership held = runner.current();
        return held != null && held.mayAct();
    }

    @Override
    public Optional<Leadership> leadership() {
        Leadership held = runner.current();
        return held != null && held.mayAct() ? Optional.of(held) : Optional.empty();
    }

    @Override
    public Leadership requireLeadership() {
        return leadership().orElseThrow(this::notLeading);
    }

    @Override
    public CompletableFuture<Leadership> whenLeading() {
        CompletableFuture<Leadership> won = requests.open(this::refuse);
        LeadershipListener waiter = new LeadershipListener() {
            @Override
            public void elected(Leadership leadership) {
                removeListener(this);
                won.complete(leadership);
            }

            @Override
            public void on(CandidateEvent event) {
                if (event instanceof StateChanged moved && moved.to() == Candidate.State.CLOSED) {
                    refuse(won);
                }
            }
        };
        if (runner.closed().isDone()) {
            refuse(won);
            return won;
        }
        Runnable refuse = () -> listeners.queue(() -> refuse(won));
        runner.task(
                () -> {
                    if (runner.rules().state() == Candidate.State.CLOSED) {
                        refuse.run();
                    } else {
                        join(waiter);
                    }
                },
                refuse);
        return won;
    }

    @Override
    public Optional<Leader> leader() {
        return runner.snapshot().leader();
    }

    @Override
    public Candidate.Status status() {
        CandidateSnapshot seen = runner.snapshot();
        Optional<Leadership> held = leadership();
        return new Candidate.Status(
                entry.election(),
                entry.self(),
                seen.state(),
                seen.eligible(),
                seen.healthy(),
                held.map(Leadership::epoch),
                held.map(Leadership::remaining).orElse(Duration.ZERO),
                seen.leader(),
                runner.duties());
    }

    @Override
    public long listenerFailures() {
        return listeners.failures();
    }

    @Override
    public void addListener(LeadershipListener listener) {
        Objects.requireNonNull(listener, "listener");
        runner.task(() -> join(listener));
    }

    private void join(LeadershipListener listener) {
        listeners.join(listener, runner.led().orElse(null));
    }

    @Override
    public void removeListener(LeadershipListener listener) {
        // On the same path as adding: a listener that is still being added is removed as well.
        runner.task(() -> listeners.queue(() -> listeners.remove(listener)));
    }

    @Override
    public CompletableFuture<Void> resign() {
        return resign(any -> true);
    }

    @Override
    public CompletableFuture<Void> resign(Epoch epoch) {
        return resign(epoch::equals);
    }

    private CompletableFuture<Void> resign(Predicate<Epoch> under) {
        CompletableFuture<Void> done = requests.open(this::refuse);
        whileLeading(under, done, held -> {
            runner.handOvers().resigning(done);
            runner.run(now -> runner.rules().resign(Optional.empty(), now));
        });
        return done;
    }

    @Override
    public CompletableFuture<Leader> transferTo(NodeId successor) {
        return transferTo(successor, any -> true);
    }

    @Override
    public CompletableFuture<Leader> transferTo(NodeId successor, Epoch epoch) {
        return transferTo(successor, epoch::equals);
    }

    private CompletableFuture<Leader> transferTo(NodeId successor, Predicate<Epoch> under) {
        if (successor.equals(entry.self().id())) {
            throw new IllegalArgumentException("transfer of " + entry.election() + " to " + successor + " itself");
        }
        CompletableFuture<Leader> done = requests.open(this::refuse);
        whileLeading(under, done, held -> {
            runner.handOvers().transferring(held.epoch(), done);
            runner.run(now -> runner.rules().resign(Optional.of(successor), now));
        });
        return done;
    }

    private void whileLeading(Predicate<Epoch> under, CompletableFuture<?> request, Consumer<Leadership> action) {
        if (runner.closed().isDone()) {
            refuse(request);
            return;
        }
        Runnable refuse = () -> listeners.queue(() -> refuse(request));
        runner.task(
                () -> {
                    Optional<Leadership> led = runner.led().filter(it -> under.test(it.epoch()));
                    led.ifPresentOrElse(action, refuse);
                },
                refuse);
    }

    private void refuse(CompletableFuture<?> request) {
        request.completeExceptionally(notLeading());
    }

    private NotLeaderException notLeading() {
        return new NotLeaderException(entry.election(), entry.self().id(), leader());
    }

    @Override
    public void setEligible(boolean eligible) {
        runner.step(now -> runner.rules().eligible(eligible, now));
    }

    @Override
    public CompletableFuture<Boolean> setEligible(boolean eligible, Optional<Epoch> seen) {
        if (runner.closed().isDone()) {
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<Boolean> done = requests.open(open -> open.complete(false));
        Runnable refuse = () -> listeners.queue(() -> done.complete(false));
        runner.task(
                () -> {
                    boolean left = runner.rules().state() == Candidate.State.CLOSED;
                    if (left || !runner.rules().leader().map(Leader::epoch).equals(seen)) {
                        refuse.run();
                    } else {
                        runner.run(now -> runner.rules().eligible(eligible, now));
                        listeners.queue(() -> done.complete(true));
                    }
                },
                refuse);
        return done;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        runner.step(runner.rules()::close);
        return closedAndHeard.copy();
    }

    @Override
    public Duration closeTimeout() {
        return closeTimeout;
    }

    @Override
    public void close() {
        DutyThread.refuse(
                "closing " + entry.election() + " of " + entry.self().id(),
                held -> held.node().equals(entry.self()) && held.election().equals(entry.election()));
        if (!UninterruptibleWait.done(closeTimeout, closeAsync())) {
            LOG.warn(
                    "{} of {} did not close within {}",
                    entry.election(),
                    entry.self().id(),
                    closeTimeout);
        }
    }
}
