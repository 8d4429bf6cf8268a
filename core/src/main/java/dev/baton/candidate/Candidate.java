// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.candidate.CandidateEvent.StateChanged;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Leader;
import dev.baton.core.Leadership;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.core.NotLeaderException;
import dev.baton.core.Rules;
import dev.baton.elector.Elector;
import dev.baton.elector.Entry;
import dev.baton.runtime.AsyncLog;
import dev.baton.runtime.Uninterrupted;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * This node's part in one election. Any thread may call it: questions are answered at once, requests become tasks on
 * the lane of its {@link CandidateRunner}.
 */
public final class Candidate implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(Candidate.class);

    /** How much longer than its duties a closing candidate may take to give leadership back. */
    private static final Duration RELEASE_GRACE = Duration.ofSeconds(3);

    private final Entry entry;
    private final Listeners listeners;
    private final CandidateRunner runner;
    private final Duration closeTimeout;
    private final CompletableFuture<Void> closedAndHeard;

    private Candidate(CandidatePlan plan, CandidateRuntime runtime) {
        this.entry = plan.entry();
        this.listeners = new Listeners(runtime.listenerQueues().get());
        plan.listeners().forEach(listeners::add);
        this.runner = new CandidateRunner(plan, runtime, listeners);
        this.closeTimeout = plan.dutyPolicy().stopTimeout().plus(RELEASE_GRACE);
        // By way of the listeners' queue: what they still have to hear comes before.
        this.closedAndHeard = runner.closed().thenRunAsync(() -> {}, listeners::queue);
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
        candidate.runner.enter(elector);
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
        Leadership held = runner.current();
        return held != null && held.mayAct();
    }

    /** The leadership that this node holds now. */
    public Optional<Leadership> leadership() {
        Leadership held = runner.current();
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
        if (runner.closed().isDone()) {
            won.completeExceptionally(notLeading());
            return won;
        }
        runner.task(() -> {
            if (runner.rules().state() == CandidateState.CLOSED) {
                listeners.queue(() -> won.completeExceptionally(notLeading()));
            } else {
                join(waiter);
            }
        });
        return won;
    }

    /** Who leads, as last seen from here: a memory to route by, not a promise. */
    public Optional<Leader> leader() {
        return runner.snapshot().leader();
    }

    public CandidateStatus status() {
        CandidateRunner.Snapshot seen = runner.snapshot();
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
                runner.duties());
    }

    /** How many calls of listeners have thrown. */
    public long listenerFailures() {
        return listeners.failures();
    }

    /** Adds a listener; one that comes while this node leads is told so first. */
    public void addListener(LeadershipListener listener) {
        Objects.requireNonNull(listener, "listener");
        runner.task(() -> join(listener));
    }

    private void join(LeadershipListener listener) {
        listeners.join(listener, runner.led().orElse(null));
    }

    /** Removes a listener; what happened before may still be on its way to it. */
    public void removeListener(LeadershipListener listener) {
        // By the same way as adding: one that is still on its way in is removed as well.
        runner.task(() -> listeners.queue(() -> listeners.remove(listener)));
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
            runner.handOvers().resigning(done);
            runner.run(now -> runner.rules().resign(Optional.empty(), now));
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
            runner.handOvers().transferring(held.epoch(), done);
            runner.run(now -> runner.rules().resign(Optional.of(successor), now));
        });
        return done;
    }

    private void whileLeading(Predicate<Epoch> under, CompletableFuture<?> request, Consumer<Leadership> action) {
        if (runner.closed().isDone()) {
            request.completeExceptionally(notLeading());
            return;
        }
        Runnable refuse = () -> listeners.queue(() -> request.completeExceptionally(notLeading()));
        runner.task(
                () -> {
                    Optional<Leadership> led = runner.led().filter(it -> under.test(it.epoch()));
                    led.ifPresentOrElse(action, refuse);
                },
                refuse);
    }

    private NotLeaderException notLeading() {
        return new NotLeaderException(entry.election(), entry.self().id(), leader());
    }

    /** Allows this node to lead, or forbids it; a leader that is made ineligible steps down. */
    public void setEligible(boolean eligible) {
        runner.step(now -> runner.rules().eligible(eligible, now));
    }

    /**
     * The same on a condition: only if the leader that this node sees is still the one of {@code seen}, or still nobody.
     *
     * @return whether it was done
     */
    public CompletableFuture<Boolean> setEligible(boolean eligible, Optional<Epoch> seen) {
        if (runner.closed().isDone()) {
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Runnable refuse = () -> listeners.queue(() -> done.complete(false));
        runner.task(
                () -> {
                    boolean left = runner.rules().state() == CandidateState.CLOSED;
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

    /** Steps down and leaves the election; done when leadership is given back. */
    public CompletableFuture<Void> closeAsync() {
        runner.step(runner.rules()::close);
        return closedAndHeard.copy();
    }

    /** How long {@link #close()} waits at most. */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /**
     * Like {@link #closeAsync()}, and waits for it, but not for ever: a duty that hangs is the fault handler's. An
     * interrupt does not cut it short; it is there again afterwards.
     */
    @Override
    public void close() {
        if (!Uninterrupted.done(closeTimeout, closeAsync())) {
            LOG.warn(
                    "{} of {} did not close within {}",
                    entry.election(),
                    entry.self().id(),
                    closeTimeout);
        }
    }
}
