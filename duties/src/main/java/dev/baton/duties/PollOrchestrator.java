// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.internal.check.Validation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Creates polls, hands each to a node picked by its rule, follows it to its end, and hands it to another node when its
 * node goes away. Runs where the leader is; jobs live as long as the leadership.
 */
public final class PollOrchestrator implements Duty {
    /** How often it looks for nodes that went away and jobs that wait. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final int MAX_ATTEMPTS = 5;
    private static final int MAX_JOBS = 10_000;

    private final Members members;
    private final PollDispatcher dispatcher;
    private final Duty assigning;
    private PollRules rules = new PollRules(MAX_ATTEMPTS, MAX_JOBS);
    private @Nullable Leadership leadership;

    public PollOrchestrator(Members members, PollDispatcher dispatcher, Duration interval) {
        this.members = Objects.requireNonNull(members, "members");
        this.dispatcher = Objects.requireNonNull(dispatcher, "dispatcher");
        Validation.of("poll orchestrator").positive("interval", interval).check();
        this.assigning = Duty.every("poll-orchestrator", interval, held -> assign());
    }

    @Override
    public String name() {
        return assigning.name();
    }

    /**
     * Asks for a poll.
     *
     * @throws NotLeaderException if this node does not lead
     * @throws IllegalStateException if too many polls are unfinished
     */
    public PollJob poll(String what, NodeRule rule) {
        PollJob created;
        synchronized (this) {
            Leadership held = leadership;
            if (held == null) {
                throw new NotLeaderException("polls are created on the leader");
            }
            held.check();
            created = rules.create(what, rule)
                    .orElseThrow(() -> new IllegalStateException(MAX_JOBS + " polls are unfinished"));
        }
        assign();
        return job(created.number()).orElse(created);
    }

    public synchronized Optional<PollJob> job(long number) {
        return rules.job(number);
    }

    public synchronized List<PollJob> jobs() {
        return rules.jobs();
    }

    /** Hands out what waits; called in intervals, and worth calling when a node joined or left. */
    public void assign() {
        var present = members.present();
        List<PollJob> dispatched;
        PollRules under;
        synchronized (this) {
            Leadership held = leadership;
            if (held == null || !held.mayAct()) {
                return;
            }
            under = rules;
            dispatched = rules.assign(present, held.epoch());
        }
        dispatched.forEach(job -> dispatch(under, job));
    }

    private void dispatch(PollRules under, PollJob job) {
        CompletableFuture<Void> done;
        try {
            done = dispatcher.dispatch(job, () -> step(() -> under.accepted(job)));
        } catch (RuntimeException broken) {
            step(() -> under.failed(job, PollError.DISPATCH_ERROR));
            return;
        }
        var unused = done.whenComplete((nothing, failed) -> step(() -> {
            if (failed == null) {
                under.completed(job);
            } else {
                under.failed(job, PollError.EXECUTION_ERROR);
            }
        }));
    }

    private synchronized void step(Runnable change) {
        change.run();
    }

    @Override
    public void start(Leadership won, Crash crash) throws Exception {
        synchronized (this) {
            rules = new PollRules(MAX_ATTEMPTS, MAX_JOBS);
            leadership = won;
        }
        assigning.start(won, crash);
    }

    @Override
    public void stop() throws Exception {
        synchronized (this) {
            leadership = null;
        }
        assigning.stop();
    }
}
