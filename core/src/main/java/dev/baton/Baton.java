// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidatePlan;
import dev.baton.candidate.CandidateRuntime;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.CandidateState;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.FaultHandler;
import dev.baton.core.HealthCheck;
import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyPolicy;
import dev.baton.duty.ThreadDutyCalls;
import dev.baton.elector.Elector;
import dev.baton.elector.Entry;
import dev.baton.elector.Promise;
import dev.baton.runtime.BlockingCalls;
import dev.baton.runtime.Lanes;
import dev.baton.runtime.SerialQueue;
import dev.baton.runtime.ThreadLanes;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of a cluster: its identity, its threads, its elector, and the candidates it stands with. A process has one,
 * and closes it last.
 */
public final class Baton implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Baton.class);

    private static final int WORKERS = 2;
    /** Bounds, not sizes: the threads come when something is called, and go. */
    private static final int MOST_DUTY_THREADS = 128;

    private static final int MOST_LISTENER_THREADS = 16;

    private static final int FEW_CANDIDATES = 16;

    private final Node node;
    private final Endpoints endpoints;
    private final Lanes lanes;
    private final BlockingCalls dutyThreads;
    private final BlockingCalls listenerThreads;
    private final Elector elector;
    private final CandidateRuntime runtime;
    private final List<Candidate> candidates = new ArrayList<>();
    private int tidyAt = FEW_CANDIDATES;
    private boolean closed;

    private Baton(Builder builder, Function<Lanes, Elector> electorOn) {
        this.node = new Node(builder.id, Incarnation.random(new SecureRandom()));
        this.endpoints = builder.endpoints;
        this.lanes = new ThreadLanes("baton-" + builder.id, WORKERS, builder.faults);
        this.dutyThreads = new BlockingCalls("baton-" + builder.id + "-duty", MOST_DUTY_THREADS);
        this.listenerThreads = new BlockingCalls("baton-" + builder.id + "-listener", MOST_LISTENER_THREADS);
        this.runtime = new CandidateRuntime(
                lanes,
                new ThreadDutyCalls(dutyThreads),
                () -> new SerialQueue(listenerThreads::submit, error -> LOG.error("listener queue failed", error)),
                builder.faults);
        this.elector = electorOn(builder, electorOn);
    }

    private Elector electorOn(Builder builder, Function<Lanes, Elector> electorOn) {
        try {
            Elector made = Objects.requireNonNull(electorOn.apply(lanes), "elector");
            try {
                if (builder.exclusive) {
                    made.promise().requireExclusive();
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

    /** Begins a node. The id is stable across restarts and unique in the cluster. */
    public static Builder node(String id) {
        return new Builder(NodeId.of(id));
    }

    public Node node() {
        return node;
    }

    /** What the elector of this node promises. */
    public Promise promise() {
        return elector.promise();
    }

    /** How long a leadership of this node is still certain, at the least, when its renewal is due. */
    public Duration certainty() {
        return elector.certainty();
    }

    /** Prepares to stand in an election. */
    public CandidateBuilder stand(String election) {
        return new CandidateBuilder(ElectionName.of(election));
    }

    private synchronized Candidate start(CandidatePlan plan) {
        if (closed) {
            throw new IllegalStateException(node.id() + " is closed");
        }
        Candidate candidate = Candidate.start(plan, elector, runtime);
        if (candidates.size() >= tidyAt) {
            // Only when there are twice as many as were left the last time, or starting many would be quadratic.
            candidates.removeIf(known -> known.status().state() == CandidateState.CLOSED);
            tidyAt = Math.max(FEW_CANDIDATES, 2 * candidates.size());
        }
        candidates.add(candidate);
        return candidate;
    }

    /** Hands over what this node leads, then ends its threads. Bounded, also when the store does not answer. */
    @Override
    public void close() {
        List<Candidate> leaving;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            leaving = List.copyOf(candidates);
        }
        Duration bound = leaving.stream()
                .map(Candidate::closeTimeout)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        CompletableFuture<?>[] all = leaving.stream().map(Candidate::closeAsync).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(all).get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException late) {
            LOG.warn("{} did not hand over everything within {}", node.id(), bound);
        }
        try {
            elector.close();
        } finally {
            closeThreads();
        }
    }

    private void closeThreads() {
        dutyThreads.close();
        listenerThreads.close();
        lanes.close();
    }

    /** What a node needs to know before it starts. */
    public static final class Builder {
        private final NodeId id;
        private Endpoints endpoints = Endpoints.NONE;
        private FaultHandler faults = FaultHandler.halting();
        private boolean exclusive;

        private Builder(NodeId id) {
            this.id = id;
        }

        /** Where others find this node when it leads. */
        public Builder endpoints(Endpoints published) {
            this.endpoints = Objects.requireNonNull(published, "endpoints");
            return this;
        }

        /** What to do when a duty cannot be stopped, or an invariant breaks. By default the process ends. */
        public Builder faults(FaultHandler handler) {
            this.faults = Objects.requireNonNull(handler, "faults");
            return this;
        }

        /** Refuses, with {@link ConfigurationException}, an elector that may show two acting leaders. */
        public Builder requireExclusive() {
            this.exclusive = true;
            return this;
        }

        /** Starts the node on an elector that runs on the node's own lanes. The node closes it. */
        public Baton start(Function<Lanes, Elector> elector) {
            return new Baton(this, elector);
        }
    }

    /** What is known about a candidate before it starts. */
    public final class CandidateBuilder {
        private final ElectionName election;
        private final List<Duty> duties = new ArrayList<>();
        private final List<LeadershipListener> listeners = new ArrayList<>();
        private CandidateSettings settings = CandidateSettings.defaults();
        private DutyPolicy policy = DutyPolicy.DEFAULT;
        private Optional<HealthCheck> health = Optional.empty();

        private CandidateBuilder(ElectionName election) {
            this.election = election;
        }

        /** Adds a leader-only service. */
        public CandidateBuilder duty(Duty duty) {
            duties.add(Objects.requireNonNull(duty, "duty"));
            return this;
        }

        public CandidateBuilder dutyPolicy(DutyPolicy chosen) {
            this.policy = Objects.requireNonNull(chosen, "dutyPolicy");
            return this;
        }

        public CandidateBuilder settings(CandidateSettings chosen) {
            this.settings = Objects.requireNonNull(chosen, "settings");
            return this;
        }

        /** A node that is not healthy does not lead. */
        public CandidateBuilder healthCheck(HealthCheck check) {
            this.health = Optional.of(check);
            return this;
        }

        public CandidateBuilder listener(LeadershipListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Enters the election. */
        public Candidate start() {
            Entry entry = new Entry(election, node, endpoints);
            return Baton.this.start(new CandidatePlan(entry, settings, duties, policy, health, listeners));
        }
    }
}
