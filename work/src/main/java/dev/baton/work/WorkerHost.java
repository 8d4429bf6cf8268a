// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.BatonException;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The only duty of a session: calls the application as {@link WorkerRules} decide. Losing the session stops it like any
 * duty, and with it every partition.
 */
final class WorkerHost extends WorkLoop {
    private static final AsyncLog LOG = AsyncLog.of(WorkerHost.class);

    private static final Duration RETRY = Duration.ofMillis(200);
    /** How many times less often a store that does not answer is polled. */
    private static final int MAX_RETRIES_LATER = 5;

    private volatile WorkerPlan plan;
    private final WorkStore store;
    private final Ticker ticker;
    /** Completed when no partition is left. */
    private volatile @Nullable CompletableFuture<Void> drained;

    private volatile @Nullable GivenUp givenUp;
    private volatile List<HostedPartition> hosted = List.of();
    private volatile @Nullable HostRun current;

    WorkerHost(WorkerPlan plan, WorkStore store, Ticker ticker) {
        super("work-" + plan.id());
        this.plan = plan;
        this.store = store;
        this.ticker = ticker;
    }

    List<HostedPartition> hosted() {
        return hosted;
    }

    /** Returns a future that is completed when no partition is left. */
    synchronized CompletableFuture<Void> drained() {
        CompletableFuture<Void> waiting = drained;
        if (waiting == null) {
            waiting = new CompletableFuture<>();
            drained = waiting;
        }
        wake();
        return waiting;
    }

    private synchronized void nothingIsLeft() {
        CompletableFuture<Void> waiting = drained;
        drained = null;
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    /** Stores the weight, in this session and in later ones. */
    void setWeight(int weight) {
        plan = plan.withWeight(weight);
        HostRun run = current;
        if (run != null) {
            run.asks.registerAgain();
        }
        wake();
    }

    void wake() {
        HostRun run = current;
        if (run != null) {
            run.hurryPoll = true;
            run.wake();
        }
    }

    @Override
    Run begin(Leadership leadership, Crash crash) {
        return new HostRun(leadership, crash);
    }

    /**
     * A session that continues after a failure remembers what it has given up; the next session begins with nothing.
     */
    private Map<PartitionId, Long> givenUp(Session session) {
        GivenUp known = givenUp;
        if (known == null || !known.session().equals(session)) {
            known = new GivenUp(session, new HashMap<>());
            givenUp = known;
        }
        return known.tokens();
    }

    private record GivenUp(Session session, Map<PartitionId, Long> tokens) {}

    /** One session, or its continuation after a failure. */
    private final class HostRun extends Run {
        private final Leadership leadership;
        private final Crash crash;
        private final Session session;
        private final WorkerRules rules;
        private final PartitionCalls calls;
        private final Queue<LongFunction<List<WorkerEffect>>> events = new ConcurrentLinkedQueue<>();
        private final VersionPollSchedule polls = new VersionPollSchedule(plan.polls(), ticker.nanos());
        private WorkVersion known = WorkVersion.NONE;
        private long rereadAt = ticker.nanos();
        private final StoreThread asks;
        private boolean asking;
        private int failures;
        private String lastTrouble = "";
        private boolean held;
        private boolean ended;
        private boolean refusedBefore;
        private volatile boolean hurryPoll;
        private volatile boolean hurried;
        private @Nullable String stuck;

        HostRun(Leadership leadership, Crash crash) {
            this.leadership = leadership;
            this.crash = crash;
            this.session = new Session(plan.id(), leadership.epoch());
            this.rules = new WorkerRules(session, plan.policy(), givenUp(session));
            this.calls = new PartitionCalls(plan, leadership, session, rules, this::tell);
            this.asks = new StoreThread(
                    store,
                    plan.id(),
                    session,
                    () -> store.register(
                            leadership,
                            plan.registration(session, leadership.node().incarnation())));
        }

        @Override
        void run() {
            current = this;
            Runnable unwatch = store.onChange(() -> {
                hurryPoll = true;
                wake();
            });
            try {
                while (!isStopping()) {
                    turn();
                }
            } catch (RuntimeException | Error broken) {
                crash.report(broken);
            } finally {
                end();
                current = null;
                unwatch.run();
            }
        }

        private void turn() {
            long now = ticker.nanos();
            handleEvents(now);
            perform(rules.tick(now));
            if (hurryPoll) {
                hurryPoll = false;
                polls.hurry(now);
                polls.changed(now);
            }
            if (!asking && polls.isDue(now)) {
                askStore(now);
            }
            hosted = rules.hosted();
            calls.forgetAllBut(hosted);
            long wake = asking ? rules.wakeAt(now) : MonotonicTime.earlier(polls.next(), rules.wakeAt(now));
            if (events.isEmpty() && !hurryPoll) {
                await(wake - ticker.nanos());
            }
        }

        private void askStore(long now) {
            asking = true;
            // Only a complete read shows that nothing is left; while something is left there is no need for one.
            boolean mayBeDrained = drained != null && rules.isEmpty();
            boolean all = mayBeDrained || !MonotonicTime.isBefore(now, rereadAt);
            asks.ask(
                    new StoreThread.Question(rules.toRelease(), known, all),
                    answer -> tell(at -> answered(answer, at)),
                    failed -> tell(at -> unanswered(failed, at)));
        }

        private List<WorkerEffect> answered(StoreThread.Answer answer, long now) {
            asking = false;
            failures = 0;
            if (!lastTrouble.isEmpty()) {
                LOG.info("worker {} can use its store again", plan.id());
                lastTrouble = "";
            }
            if (ended) {
                return List.of();
            }
            polls.asked(now);
            held = !answer.held().isEmpty();
            if (held) {
                polls.hurry(MonotonicTime.plus(now, RETRY));
            }
            List<Release> done = new ArrayList<>(answer.question().releases());
            done.removeAll(answer.held());
            rules.released(done);
            if (drained != null && rules.isEmpty() && !answer.all()) {
                polls.hurry(now);
            }
            if (answer.rows().isEmpty()) {
                return List.of();
            }
            if (answer.version().assignments() != known.assignments()) {
                polls.changed(now);
            }
            known = answer.version();
            List<Assignment> rows = answer.rows().get();
            List<WorkerEffect> effects = rules.stored(rows, answer.all(), now);
            if (answer.all()) {
                rereadAt = MonotonicTime.plus(now, plan.polls().reread());
                if (rows.isEmpty() && rules.isEmpty()) {
                    hosted = List.of();
                    nothingIsLeft();
                }
            }
            return effects;
        }

        private List<WorkerEffect> unanswered(Throwable failed, long now) {
            asking = false;
            failures++;
            polls.asked(now);
            if (failed instanceof FencedException refused) {
                // Not by a later session, since this one would be over then: the elections have lost epochs.
                leadership.refused(refused);
                if (!refusedBefore) {
                    LOG.error("worker {} gets no partitions: {}", plan.id(), refused.getMessage());
                }
                refusedBefore = true;
            } else if (failed instanceof BatonException) {
                // Without the store no partition changes hands: running work may continue as long as the session lasts.
                warn(String.valueOf(failed.getMessage()));
                polls.failed(now, RETRY.multipliedBy(Math.min(failures, MAX_RETRIES_LATER)));
            } else {
                crash.report(failed);
            }
            return List.of();
        }

        /** Warns once about the same problem, which occurs several times a second. */
        private void warn(String trouble) {
            if (!trouble.equals(lastTrouble)) {
                LOG.warn("worker {} cannot use its store: {}", plan.id(), trouble);
            }
            lastTrouble = trouble;
        }

        private void handleEvents(long now) {
            for (LongFunction<List<WorkerEffect>> event = events.poll(); event != null; event = events.poll()) {
                perform(event.apply(now));
                if (failures == 0 && !held && !rules.toRelease().isEmpty()) {
                    polls.hurry(now);
                }
            }
        }

        private void perform(List<WorkerEffect> effects) {
            for (WorkerEffect effect : effects) {
                if (effect instanceof WorkerEffect.Start start) {
                    calls.start(start.hosted());
                } else if (effect instanceof WorkerEffect.Revoke revoke) {
                    calls.revoke(revoke.hosted());
                } else if (effect instanceof WorkerEffect.Stop stop) {
                    calls.stop(stop.hosted(), hurried);
                } else if (effect instanceof WorkerEffect.Interrupt interrupt) {
                    calls.interrupt(interrupt.hosted());
                } else if (effect instanceof WorkerEffect.StopAll stopAll) {
                    crash.report(new IllegalStateException(cannotBeStopped(stopAll.hosted(), stopAll.why())));
                } else if (effect instanceof WorkerEffect.GiveUp giveUp) {
                    stuck = cannotBeStopped(giveUp.hosted(), giveUp.why());
                    crash.report(new IllegalStateException(stuck));
                } else if (effect instanceof WorkerEffect.Warn warn) {
                    LOG.warn(
                            "worker {}: partition {}: {}",
                            plan.id(),
                            warn.hosted().partition(),
                            warn.why());
                }
            }
        }

        private static String cannotBeStopped(Release id, String why) {
            return "partition " + id.partition() + " cannot be stopped: " + why;
        }

        private void tell(LongFunction<List<WorkerEffect>> event) {
            events.add(event);
            wake();
        }

        /** Ends with every partition stopped, or reports that one is not: then others must not get them. */
        private void end() {
            ended = true;
            asks.close();
            calls.revokeAll();
            try {
                stopAll();
                hosted = rules.hosted();
                calls.close();
            } catch (Throwable broken) {
                stuck = "the partitions of " + plan.id() + " cannot be stopped: " + broken;
            }
        }

        /** Stops every partition and waits until it has stopped, unless one cannot be stopped. */
        private void stopAll() {
            perform(rules.end(ticker.nanos()));
            boolean interruptedAll = false;
            while (!rules.hosted().isEmpty() && stuck == null) {
                long now = ticker.nanos();
                handleEvents(now);
                perform(rules.tick(now));
                if (hurried && !interruptedAll) {
                    interruptedAll = true;
                    calls.interruptAll();
                }
                if (events.isEmpty() && !rules.hosted().isEmpty() && stuck == null) {
                    await(rules.wakeAt(now) - now);
                }
            }
            calls.revokeAll();
        }

        @Override
        void hurry() {
            hurried = true;
            wake();
        }

        @Override
        @Nullable
        String stuck() {
            return stuck;
        }
    }
}
