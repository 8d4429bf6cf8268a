// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Runs the rules of one node of a cluster: what happens is brought to them as steps on the lane that owns them, and what
 * they want done is performed there. Invariants:
 *
 * <ol>
 *   <li>The node wakes by itself when the next step of its rules is due, also after a step that failed.
 *   <li>Each election is entered once at a time; its contest hears what the rules tell of it until it is closed.
 *   <li>After {@link #close} no step is taken.
 * </ol>
 *
 * @param <E> what the rules want done
 */
public final class NodeRunner<E> {
    private static final AsyncLog LOG = AsyncLog.of(NodeRunner.class);

    private final NodeId self;
    private final LeaseTerms terms;
    private final Lanes lanes;
    private final Lane lane;
    private final NodeRules<E> rules;
    private final LedgerWriter writer;
    private final Work<E> work;
    private final Map<ElectionName, EnteredElection> contests = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Only used from the lane. */
    private boolean done;

    /** What an elector does on the lane of its rules. */
    public interface Work<E> {
        /** Performs what a step wants done, in this order. */
        void perform(List<E> effects);

        /** Every step ends with this. */
        void afterStep();
    }

    /** @param writer closed by this runner */
    public NodeRunner(
            NodeId self,
            LeaseTerms terms,
            QuorumMode quorum,
            Lanes lanes,
            Lane lane,
            NodeRules<E> rules,
            LedgerWriter writer,
            Work<E> work) {
        this.self = self;
        this.terms = terms;
        this.lanes = lanes;
        this.lane = lane;
        this.rules = rules;
        this.writer = writer;
        this.work = work;
        if (quorum == QuorumMode.NONE) {
            LOG.warn(
                    "{}: quorum is none: EACH SIDE OF A PARTITION MAY ELECT ITS OWN LEADER; only fenced writes are"
                            + " safe",
                    self);
        }
    }

    // ---- contests

    /** @param alarm what the candidate is told first */
    public Contest enter(ElectionEntry entry, Optional<Alarm> alarm, Consumer<ElectorEvent> events) {
        if (isClosed()) {
            throw new IllegalStateException(self + " is closed");
        }
        EnteredElection contest = new EnteredElection(entry.election(), events);
        if (contests.putIfAbsent(entry.election(), contest) != null) {
            throw new IllegalStateException(self + " is in the election " + entry.election() + " already");
        }
        step(now -> {
            alarm.ifPresent(told -> events.accept(new ElectorEvent.Trouble(told)));
            return rules.enter(entry, now);
        });
        return contest;
    }

    /** Tells a contest what happened in its election, if it is still there. */
    public void tell(ElectionName election, ElectorEvent event) {
        EnteredElection contest = contests.get(election);
        if (contest != null) {
            contest.events.accept(event);
        }
    }

    /** Tells all contests of something that an operator should know of. */
    public void tellAll(Alarm alarm) {
        contests.values().forEach(contest -> contest.events.accept(new ElectorEvent.Trouble(alarm)));
    }

    // ---- steps

    /** Takes a step as soon as the lane comes to it. From any thread. */
    public void step(LongFunction<List<E>> rule) {
        lane.execute(() -> {
            if (!done) {
                awake(() -> work.perform(rule.apply(now())));
            }
        });
    }

    /** Takes a step at once, after which the node wakes by itself when the next one is due. On the lane. */
    public void awake(Runnable step) {
        long wake = MonotonicTime.plus(now(), terms.renewInterval());
        try {
            step.run();
            work.afterStep();
            wake = rules.wakeAt();
        } finally {
            // Also after an error, or the node would never again do anything by itself.
            lane.wakeAt(wake, () -> step(rules::tick));
        }
    }

    /** Writes a change away from the lane. The result is told there, also after {@link #close}. */
    public void persist(VoterState change, Consumer<Boolean> result) {
        writer.write(change, lane, result);
    }

    /** Has another change written away from the lane, in its turn. The result is told there, also after {@link #close}. */
    public void persist(Runnable change, Consumer<Boolean> result) {
        writer.write(change, lane, result);
    }

    public long now() {
        return lanes.ticker().nanos();
    }

    public boolean isClosed() {
        return closed.get();
    }

    /** Whether the last step was taken. On the lane. */
    public boolean isDone() {
        return done;
    }

    /**
     * Leaves all contests, takes a last step, and waits for what is still to be written.
     *
     * @return for how long something in this process may still act; nothing if it was closed before
     */
    public Optional<Duration> close(LongFunction<List<E>> last) {
        if (!closed.compareAndSet(false, true)) {
            return Optional.empty();
        }
        List.copyOf(contests.values()).forEach(Contest::close);
        CompletableFuture<Duration> mayStillAct = new CompletableFuture<>();
        lane.execute(() -> {
            try {
                work.perform(last.apply(now()));
            } finally {
                done = true;
                lane.cancelWake();
                long now = now();
                mayStillAct.complete(Duration.ofNanos(rules.mayActUntil(now) - now));
            }
        });
        if (!UninterruptibleWait.done(terms.requestTimeout(), mayStillAct)) {
            LOG.warn("{} was closed before it had finished", self);
        }
        if (!UninterruptibleWait.done(terms.requestTimeout(), writer.close())) {
            LOG.warn("{} ends while its state is still being written", self);
        }
        return Optional.of(mayStillAct.getNow(terms.lease()));
    }

    /** A candidate's way to the rules: each call is a step on their lane. */
    private final class EnteredElection implements Contest {
        private final ElectionName election;
        private final Consumer<ElectorEvent> events;

        EnteredElection(ElectionName election, Consumer<ElectorEvent> events) {
            this.election = election;
            this.events = events;
        }

        @Override
        public void ready(Optional<Priority> priority) {
            step(now -> rules.ready(election, priority, now));
        }

        @Override
        public void campaign(Priority priority) {
            step(now -> rules.campaign(election, priority, now));
        }

        @Override
        public void withdraw() {
            step(now -> rules.withdraw(election, now));
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            step(now -> rules.release(election, epoch, successor, now));
        }

        @Override
        public void abandon(Epoch epoch) {
            step(now -> rules.abandon(election, epoch, now));
        }

        @Override
        public void close() {
            if (contests.remove(election, this)) {
                step(now -> rules.leave(election, now));
            }
        }
    }
}
