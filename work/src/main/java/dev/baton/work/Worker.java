// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.internal.check.Validation;
import dev.baton.internal.duty.DutyThread;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A worker, which owns partitions as long as its session lasts. Any thread may call it.
 *
 * <p>A session is a leadership of an election in which only this worker stands. It is renewed, and ends by this process's
 * own clock, like any other; when it ends, every partition is stopped first.
 */
public final class Worker implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(Worker.class);
    /** The host itself ensures that each call ends in time; the number of calls is not known here. */
    private static final Duration STOP_TIMEOUT = Duration.ofDays(1);

    private final NodeId id;
    private final WorkContext context;
    private final WorkerHost host;
    private final Candidate candidate;
    private final Runnable unlisten;
    private final Set<NodeId> told = ConcurrentHashMap.newKeySet();

    private Worker(Builder builder, WorkContext context, WorkerPlan plan) {
        this.id = plan.id();
        this.context = context;
        this.host = new WorkerHost(plan, context.store(), context.ticker());
        Duty.Policy policy = Duty.Policy.DEFAULT.withStopTimeout(STOP_TIMEOUT);
        this.unlisten = context.changes().listen(host::wake);
        try {
            this.candidate = context.sessions()
                    .enter(
                            id,
                            () -> context.baton()
                                    .stand(Session.election(id).value())
                                    .settings(builder.settings)
                                    .dutyPolicy(policy)
                                    .duty(host)
                                    .start());
        } catch (RuntimeException refused) {
            unlisten.run();
            throw refused;
        }
        candidate.addListener(new LeadershipListener() {
            @Override
            public void on(CandidateEvent event) {
                if (event instanceof CandidateEvent.LeaderChanged) {
                    tellOfOther();
                }
            }
        });
    }

    /** Logs this once for each node. */
    private void tellOfOther() {
        sessionElsewhere()
                .filter(told::add)
                .ifPresent(other -> LOG.warn(
                        "worker {} waits for its session, which {} has: worker ids must be unique", id, other));
    }

    public NodeId id() {
        return id;
    }

    /** The current session, if there is one. */
    public Optional<Leadership> session() {
        return candidate.leadership();
    }

    /**
     * The other node that has the session of this worker, if one has: a worker with the same id runs there, or its
     * session is just ending. This worker waits for it.
     */
    public Optional<NodeId> sessionElsewhere() {
        return candidate
                .leader()
                .map(it -> it.node().id())
                .filter(it -> !it.equals(candidate.node().id()));
    }

    /** The candidate in the election of this worker's sessions. */
    public Candidate candidate() {
        return candidate;
    }

    /** The partitions that the application has, or is about to get or to lose. */
    public List<HostedPartition> partitions() {
        return host.hosted();
    }

    /**
     * Sets how much this worker takes in relation to others, from now on. The coordinator learns of this within a
     * second, and partitions move.
     *
     * @throws IllegalArgumentException if it is not from 1 to {@link WorkerRegistration#MAX_WEIGHT}
     */
    public void setWeight(int share) {
        WorkerRegistration.checkWeight(id, share);
        host.setWeight(share);
    }

    /**
     * Gives all partitions away, and takes none in this session. The future is completed when none is left; it never is
     * while no other worker can take them.
     *
     * @throws IllegalStateException if the worker has no session, or has just begun one: then it has no partitions yet
     */
    public CompletableFuture<Void> drain() {
        if (session().isEmpty()) {
            throw new IllegalStateException("worker " + id + " has no session, so it has no partitions to give away");
        }
        try {
            context.store().setDraining(id, true);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalStateException("worker " + id + " has just begun its session: drain it later", unknown);
        }
        return host.drained().copy();
    }

    /**
     * Leaves without a gap: hands all partitions over, waits for it, and closes. Partitions that are left after
     * {@code bound} are stopped here and go to others afterwards; so do all if the store cannot be reached.
     *
     * @return whether all partitions had been handed over
     * @throws IllegalStateException on a thread that works on one of its partitions, which would wait for itself
     */
    public boolean leave(Duration bound) {
        refuseOwnThread();
        Optional<Leadership> held = session();
        boolean empty = false;
        try {
            empty = held.isPresent() && UninterruptibleWait.done(bound, drain());
        } catch (RuntimeException failed) {
            LOG.warn("worker {} cannot give its partitions away before it leaves: {}", id, failed.getMessage());
        } finally {
            close();
        }
        if (empty) {
            forget(new Session(id, held.orElseThrow().epoch()));
        }
        return empty;
    }

    /** If this fails, the coordinator forgets the session later. */
    private void forget(Session ended) {
        try {
            context.store().forget(ended);
        } catch (BatonException failed) {
            LOG.debug("{} could not be removed from the store: {}", ended, failed.getMessage());
        }
    }

    /**
     * Stops every partition here and ends the session. Others get them as soon as they notice.
     *
     * @throws IllegalStateException on a thread that works on one of its partitions, which would wait for itself
     */
    @Override
    public void close() {
        refuseOwnThread();
        unlisten.run();
        try {
            candidate.close();
        } finally {
            context.sessions().left(id);
        }
    }

    private void refuseOwnThread() {
        DutyThread.refuse(
                "closing worker " + id,
                held -> held.node().equals(candidate.node()) && held.election().equals(candidate.election()));
    }

    /** Collects the settings of a worker; {@link #start()} starts it. */
    public static final class Builder {
        private final WorkContext context;
        private final NodeId id;
        private String zone = "";
        private int weight = 1;
        private final Set<TaskListName> taskLists = new HashSet<>();
        private final Map<String, String> metadata = new HashMap<>();
        private WorkerPolicy policy = WorkerPolicy.DEFAULT;
        private PollSettings polls = PollSettings.DEFAULT;
        private CandidateSettings settings =
                CandidateSettings.builder().rest(Duration.ofSeconds(1)).build();
        private @Nullable Assigned onAssigned;
        private Revoked onRevoked = (partition, within) -> {};
        private @Nullable PartitionHandler handler;

        Builder(WorkContext context, NodeId id) {
            this.context = context;
            this.id = id;
        }

        /** Sets the zone: what fails together with this worker, such as a rack or a data centre. None by default. */
        public Builder zone(String name) {
            this.zone = Objects.requireNonNull(name, "zone");
            return this;
        }

        /** Sets how much it takes in relation to other workers; 1 by default. */
        public Builder weight(int share) {
            this.weight = share;
            return this;
        }

        /** Sets the task lists that it takes, with or without their domain; all by default. */
        public Builder taskLists(String... names) {
            for (String name : names) {
                taskLists.add(TaskListName.of(name));
            }
            return this;
        }

        /** Adds information that is shown with this worker. */
        public Builder metadata(String key, String value) {
            metadata.put(key, value);
            return this;
        }

        /** Sets what is called when this worker gets a partition; see {@link PartitionHandler#assigned}. */
        public Builder onAssigned(Assigned callback) {
            this.onAssigned = Objects.requireNonNull(callback, "onAssigned");
            return this;
        }

        /** Sets what is called when a partition has to be given away; see {@link PartitionHandler#revoked}. */
        public Builder onRevoked(Revoked callback) {
            this.onRevoked = Objects.requireNonNull(callback, "onRevoked");
            return this;
        }

        /** Sets both callbacks at once. */
        public Builder handler(PartitionHandler both) {
            this.handler = Objects.requireNonNull(both, "handler");
            return this;
        }

        /** Runs {@code body} on a separate thread for each partition; see {@link PartitionHandler#loop}. */
        public Builder loop(PartitionHandler.Body body) {
            return handler(PartitionHandler.loop(body));
        }

        /** Sets how long a callback may take to stop a partition, and when a failed partition is started again. */
        public Builder policy(WorkerPolicy chosen) {
            this.policy = Objects.requireNonNull(chosen, "policy");
            return this;
        }

        /** Sets how often the store is polled for changes. */
        public Builder polls(PollSettings chosen) {
            this.polls = Objects.requireNonNull(chosen, "polls");
            return this;
        }

        /**
         * Sets how the worker stands for its session, such as how long before its deadline partitions are told to stop.
         */
        public Builder settings(CandidateSettings chosen) {
            this.settings = Objects.requireNonNull(chosen, "settings");
            return this;
        }

        /** Starts the worker. It gets partitions once it has a session and the coordinator has seen it. */
        public Worker start() {
            Validation.of("worker " + id)
                    .require(handler != null || onAssigned != null, "a worker needs onAssigned, handler or loop")
                    .check();
            PartitionHandler chosen =
                    handler == null ? new Callbacks(Objects.requireNonNull(onAssigned), onRevoked) : handler;
            WorkerPlan plan = new WorkerPlan(
                    id, zone, weight, Set.copyOf(taskLists), Map.copyOf(metadata), chosen, policy, polls);
            // Checks the settings before anything starts.
            plan.registration(Session.of(id.value(), 1), context.baton().node().incarnation());
            return new Worker(this, context, plan);
        }
    }

    /** See {@link PartitionHandler#assigned}. */
    @FunctionalInterface
    public interface Assigned {
        void assigned(Partition partition) throws Exception;
    }

    /** See {@link PartitionHandler#revoked}. */
    @FunctionalInterface
    public interface Revoked {
        void revoked(Partition partition, Duration within) throws Exception;
    }

    private record Callbacks(Assigned onAssigned, Revoked onRevoked) implements PartitionHandler {
        @Override
        public void assigned(Partition partition) throws Exception {
            onAssigned.assigned(partition);
        }

        @Override
        public void revoked(Partition partition, Duration within) throws Exception {
            onRevoked.revoked(partition, within);
        }
    }
}
