// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.Node.Incarnation;
import dev.baton.internal.candidate.CandidatePlan;
import dev.baton.internal.candidate.CandidateRuntime;
import dev.baton.internal.candidate.OpenRequests;
import dev.baton.internal.candidate.RunningCandidate;
import dev.baton.internal.check.Validation;
import dev.baton.internal.duty.DutyThread;
import dev.baton.internal.duty.ThreadDutyCalls;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import dev.baton.internal.runtime.SerialQueue;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lanes;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * One node of a cluster: its identity, its threads, its elector, and the candidates it stands with. A process has one,
 * and closes it last.
 *
 * <p>All its threads are daemons: a node alone does not keep a process alive. A program that has nothing else to do
 * waits with {@link #awaitClosed()}; {@link Builder#closeOnShutdown()} hands over on SIGTERM.
 */
public final class Baton implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(Baton.class);

    private static final int WORKERS = 2;
    /** Bounds, not sizes: the threads come when something is called, and go. */
    private static final int MAX_DUTY_THREADS = 128;

    private static final int MAX_STOP_THREADS = 256;
    private static final int MAX_LISTENER_THREADS = 16;

    private static final Duration LOG_FLUSH = Duration.ofMillis(200);

    private static final int MIN_TIDY_SIZE = 16;

    private final Node node;
    private final Endpoints endpoints;
    private final Lanes lanes;
    private final FaultHandler faults;
    private final Watchdog watchdog;
    private final BlockingCalls dutyThreads;
    private final BlockingCalls stopThreads;
    private final BlockingCalls listenerThreads;
    private final Elector elector;
    private final OpenRequests requests = new OpenRequests();
    private final CandidateRuntime runtime;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Optional<Thread> shutdownHook;
    private final CountDownLatch ended = new CountDownLatch(1);
    private int tidyAt = MIN_TIDY_SIZE;
    private boolean closed;

    private Baton(Builder builder, ElectorFactory<?> factory) {
        this.node = new Node(builder.id, Incarnation.random(new SecureRandom()));
        this.endpoints = builder.endpoints;
        this.faults = FaultHandler.orHalt(builder.faults);
        String threads = "baton-" + builder.id;
        this.lanes = new ThreadLanes(threads, WORKERS, faults);
        this.watchdog = new Watchdog(threads + "-watchdog", lanes.ticker(), faults).start();
        this.dutyThreads = new BlockingCalls(threads + "-duty", MAX_DUTY_THREADS);
        this.stopThreads = new BlockingCalls(threads + "-stop", MAX_STOP_THREADS);
        this.listenerThreads = new BlockingCalls(threads + "-listener", MAX_LISTENER_THREADS);
        this.runtime = new CandidateRuntime(
                lanes,
                new ThreadDutyCalls(dutyThreads, stopThreads),
                () -> new SerialQueue(listenerThreads::submit, error -> LOG.error("listener queue failed", error)),
                faults,
                watchdog,
                requests);
        this.elector = elector(factory, builder.exclusive);
        this.shutdownHook = builder.closeOnShutdown ? Optional.of(addHook(threads)) : Optional.empty();
    }

    private Thread addHook(String threads) {
        Thread hook = new Thread(this::close, threads + "-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    private Elector elector(ElectorFactory<?> factory, boolean exclusive) {
        try {
            Elector made = Objects.requireNonNull(factory.start(new ElectorContext(node, lanes, faults)), "elector");
            try {
                if (exclusive) {
                    made.guarantee().requireExclusive();
                }
                return made;
            } catch (RuntimeException | Error refused) {
                made.close();
                throw refused;
            }
        } catch (RuntimeException | Error refused) {
            closeThreads();
            throw refused;
        }
    }

    /** Builds a node. The id must be stable across restarts and unique in the cluster. */
    public static Builder node(String id) {
        return new Builder(NodeId.of(id));
    }

    /** The id of this node and the incarnation that it took at this start, as all others see them. */
    public Node node() {
        return node;
    }

    /**
     * The elector of this node, for what it offers besides elections: {@code baton.elector(BullyElector.class).view()}.
     *
     * @throws ConfigurationException if this node was started with an elector of another kind
     */
    public <E extends Elector> E elector(Class<E> kind) {
        Validation.of("elector")
                .require(
                        kind.isInstance(elector),
                        "%s was started with a %s, not with a %s",
                        node.id(),
                        elector.getClass().getSimpleName(),
                        kind.getSimpleName())
                .check();
        return kind.cast(elector);
    }

    /** What the elector of this node guarantees. */
    public Guarantee guarantee() {
        return elector.guarantee();
    }

    /** How long a leadership of this node is still certain, at least, when its renewal is due. */
    public Duration certainty() {
        return elector.certainty();
    }

    /** Builds this node's candidate for an election; one per election. */
    public CandidateBuilder stand(String election) {
        return new CandidateBuilder(ElectionName.of(election));
    }

    private synchronized Candidate start(CandidatePlan plan) {
        if (closed) {
            throw new IllegalStateException(node.id() + " is closed");
        }
        Candidate candidate = RunningCandidate.start(plan, elector, runtime);
        if (candidates.size() >= tidyAt) {
            // Only when there are twice as many as were left the last time, or starting many would be quadratic.
            candidates.removeIf(known -> known.status().state() == Candidate.State.CLOSED);
            tidyAt = Math.max(MIN_TIDY_SIZE, 2 * candidates.size());
        }
        candidates.add(candidate);
        return candidate;
    }

    /** Waits until this node is closed, by this program or, with {@link Builder#closeOnShutdown()}, by a signal. */
    public void awaitClosed() throws InterruptedException {
        ended.await();
    }

    /**
     * Hands over every leadership of this node, then ends its threads. Takes bounded time, even when the store does not
     * answer. An interrupt does not cut it short; the interrupt flag is set again afterwards. If duties still run when
     * the time is up, the fault handler is called. A second call returns at once.
     *
     * <p>Open futures of candidates are completed last: their callbacks run on the calling thread.
     *
     * @throws IllegalStateException on the thread of a duty of this node, which would wait for itself
     */
    @Override
    public void close() {
        DutyThread.refuse("closing " + node.id(), held -> held.node().equals(node));
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        shutdownHook.ifPresent(Baton::removeHook);
        try {
            handOver(List.copyOf(candidates));
            elector.close();
        } finally {
            closeThreads();
            AsyncLog.flush(LOG_FLUSH);
            ended.countDown();
            requests.close();
        }
    }

    private void handOver(List<Candidate> leaving) {
        Duration bound = leaving.stream()
                .map(Candidate::closeTimeout)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        CompletableFuture<?>[] all = leaving.stream().map(Candidate::closeAsync).toArray(CompletableFuture<?>[]::new);
        if (!UninterruptibleWait.done(bound, CompletableFuture.allOf(all))) {
            LOG.warn("{} did not hand over everything within {}", node.id(), bound);
            List<String> running = watchdog.armed();
            if (!running.isEmpty()) {
                String what = running + " did not stop within " + bound + " of closing";
                faults.fault(what, new IllegalStateException(what));
            }
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook is what closes this node, or comes too late to.
        }
    }

    private void closeThreads() {
        dutyThreads.close();
        stopThreads.close();
        listenerThreads.close();
        lanes.close();
        watchdog.close();
    }

    /** Builds a node. */
    public static final class Builder {
        private final NodeId id;
        private Endpoints endpoints = Endpoints.NONE;
        private FaultHandler faults = FaultHandler.halting();
        private boolean exclusive;
        private boolean closeOnShutdown;

        private Builder(NodeId id) {
            this.id = id;
        }

        /** Publishes addresses of this node to all others while it leads, such as that of its API. */
        public Builder endpoints(Endpoints published) {
            this.endpoints = Objects.requireNonNull(published, "endpoints");
            return this;
        }

        /**
         * What to do when a duty cannot be stopped, or an invariant breaks. By default the process ends, with
         * {@link FaultHandler#EXIT_STATUS}.
         */
        public Builder faults(FaultHandler handler) {
            this.faults = Objects.requireNonNull(handler, "faults");
            return this;
        }

        /** Refuses, with {@link ConfigurationException}, an elector that may show two acting leaders. */
        public Builder requireExclusive() {
            this.exclusive = true;
            return this;
        }

        /**
         * Closes the node in a shutdown hook, which hands over on SIGTERM. Otherwise the leaderships of a process that
         * exits without closing its node last until they expire. Other shutdown hooks run at the same time: they must
         * not close what the duties need.
         */
        public Builder closeOnShutdown() {
            this.closeOnShutdown = true;
            return this;
        }

        /**
         * Starts the node with an elector: {@code start(SqlElector.on(pool))}. The node closes it.
         *
         * @throws ConfigurationException if the elector cannot be used as it is configured
         * @throws UnavailableException if something that the elector needs is missing, such as a free port
         */
        public Baton start(ElectorFactory<?> elector) {
            return new Baton(this, elector);
        }
    }

    /** Builds a candidate: its duties, settings and listeners. */
    public final class CandidateBuilder {
        private final ElectionName election;
        private final List<Duty> duties = new ArrayList<>();
        private final List<LeadershipListener> listeners = new ArrayList<>();
        private CandidateSettings settings = CandidateSettings.defaults();
        private Duty.Policy policy = Duty.Policy.DEFAULT;
        private Optional<Health.Check> health = Optional.empty();
        private boolean quiet;

        private CandidateBuilder(ElectionName election) {
            this.election = election;
        }

        /** Adds work that runs while this node leads, and is stopped before another node can lead. */
        public CandidateBuilder duty(Duty duty) {
            duties.add(Objects.requireNonNull(duty, "duty"));
            return this;
        }

        /**
         * Sets how duties are supervised: how long a start and a stop may take, and how often a failed duty is restarted.
         * Without it, {@link Duty.Policy#DEFAULT}.
         */
        public CandidateBuilder dutyPolicy(Duty.Policy chosen) {
            this.policy = Objects.requireNonNull(chosen, "dutyPolicy");
            return this;
        }

        /**
         * Sets whether and when this candidate asks for leadership, such as its priority, and how long before its
         * deadline its duties are told to stop. Without it, {@link CandidateSettings#defaults()}.
         */
        public CandidateBuilder settings(CandidateSettings chosen) {
            this.settings = Objects.requireNonNull(chosen, "settings");
            return this;
        }

        /** Checks this node's health repeatedly: while unhealthy, it gives leadership back and does not campaign. */
        public CandidateBuilder healthCheck(Health.Check check) {
            this.health = Optional.of(check);
            return this;
        }

        /**
         * Adds a listener that is called when this candidate is elected or revoked, when the leader changes, and for
         * alarms. Nothing waits for it: use a {@link #duty} for what must stop before another node leads.
         */
        public CandidateBuilder listener(LeadershipListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /**
         * Logs changes of the leader at level DEBUG only; alarms are logged as usual. For internal elections whose
         * leader changes often.
         */
        public CandidateBuilder quiet() {
            this.quiet = true;
            return this;
        }

        /** Enters the election; returns at once, before anything is decided. */
        public Candidate start() {
            ElectionEntry entry = new ElectionEntry(election, node, endpoints);
            return Baton.this.start(new CandidatePlan(entry, settings, duties, policy, health, listeners, quiet));
        }
    }
}
