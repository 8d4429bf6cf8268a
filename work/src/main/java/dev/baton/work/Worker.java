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
 * A worker: it has partitions for as long as its session lasts. Any thread may call it.
 *
 * <p>A session is a leadership of an election in which only this worker stands. It is renewed, and ends by this process's
 * own clock, like any other; when it ends, every partition is stopped first.
 */
public final class Worker implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(Worker.class);
    /** The host sees to it by itself that each call ends in time; how many there are is not known here. */
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

    /** Once for each node. */
    private void tellOfOther() {
        sessionElsewhere()
                .filter(told::add)
                .ifPresent(other -> LOG.warn(
                        "worker {} waits for its session, which {} has: a worker's id is unique in the cluster",
                        id,
                        other));
    }

    public NodeId id() {
        return id;
    }

    /** The session, while there is one. */
    public Optional<Leadership> session() {
        return candidate.leadership();
    }

    /**
     * The node that has the session of this worker, if that is another one: a worker of the same id runs there, or its
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

    /** The partitions that the application has, or is about to have or to lose. */
    public List<HostedPartition> partitions() {
        return host.hosted();
    }

    /**
     * Sets how much this worker takes in relation to others, from now on. The coordinator hears of it within a second, and
     * partitions move.
     *
     * @throws IllegalArgumentException if it is not from 1 to {@link WorkerRegistration#MAX_WEIGHT}
     */
    public void setWeight(int share) {
        WorkerRegistration.checkWeight(id, share);
        host.setWeight(share);
    }

    /**
     * Gives everything away, and takes nothing new in this session. Done when nothing is left, which never comes while no
     * other worker takes it.
     *
     * @throws IllegalStateException if it has no session, or has just begun one: then it has nothing yet
     */
    public CompletableFuture<Void> drain() {
        if (session().isEmpty()) {
            throw new IllegalStateException("worker " + id + " has no session, and so nothing to give away");
        }
        try {
            context.store().setDraining(id, true);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalStateException("worker " + id + " has just begun its session: drain it later", unknown);
        }
        return host.drained().copy();
    }

    /**
     * Leaves without a gap: hands all partitions over, waits for it, and closes. What is left after {@code bound} is stopped
     * here and goes to others afterwards, and so does everything if the store cannot be reached.
     *
     * @return whether everything had been given away
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

    /** What is not forgotten now is forgotten by the coordinator. */
    private void forget(Session ended) {
        try {
            context.store().forget(ended);
        } catch (BatonException failed) {
            LOG.debug("{} could not be forgotten: {}", ended, failed.getMessage());
        }
    }

    /**
     * Stops every partition here and ends the session. Others get them as soon as they see it.
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

    /** What a worker needs to know before it starts. */
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

        /** What fails together with this worker: a rack, a data centre. */
        public Builder zone(String name) {
            this.zone = Objects.requireNonNull(name, "zone");
            return this;
        }

        /** How much it takes in relation to other workers; 1 if nothing is said. */
        public Builder weight(int share) {
            this.weight = share;
            return this;
        }

        /** The task lists that it takes, with or without their domain; all if none is named. */
        public Builder taskLists(String... names) {
            for (String name : names) {
                taskLists.add(TaskListName.of(name));
            }
            return this;
        }

        /** Something to be shown with this worker. */
        public Builder metadata(String key, String value) {
            metadata.put(key, value);
            return this;
        }

        /** Called when a partition is this worker's; see {@link PartitionHandler#assigned}. */
        public Builder onAssigned(Assigned callback) {
            this.onAssigned = Objects.requireNonNull(callback, "onAssigned");
            return this;
        }

        /** Called when a partition is to be given away; see {@link PartitionHandler#revoked}. */
        public Builder onRevoked(Revoked callback) {
            this.onRevoked = Objects.requireNonNull(callback, "onRevoked");
            return this;
        }

        /** Both callbacks in one. */
        public Builder handler(PartitionHandler both) {
            this.handler = Objects.requireNonNull(both, "handler");
            return this;
        }

        /** Runs {@code body} on a thread of its own for each partition; see {@link PartitionHandler#loop}. */
        public Builder loop(PartitionHandler.Body body) {
            return handler(PartitionHandler.loop(body));
        }

        /** Sets how long a callback may take to stop a partition, and when one that failed is started again. */
        public Builder policy(WorkerPolicy chosen) {
            this.policy = Objects.requireNonNull(chosen, "policy");
            return this;
        }

        /** Sets how often the store is asked for changes. */
        public Builder polls(PollSettings chosen) {
            this.polls = Objects.requireNonNull(chosen, "polls");
            return this;
        }

        /** How the worker stands for its session: how long before its deadline partitions are told to stop. */
        public Builder settings(CandidateSettings chosen) {
            this.settings = Objects.requireNonNull(chosen, "settings");
            return this;
        }

        /** Starts the worker. It gets partitions once it has a session and the coordinator has seen it. */
        public Worker start() {
            Validation.of("worker " + id)
                    .require(
                            handler != null || onAssigned != null,
                            "it has nothing to do with partitions: give it onAssigned, handler or loop")
                    .check();
            PartitionHandler chosen =
                    handler == null ? new Callbacks(Objects.requireNonNull(onAssigned), onRevoked) : handler;
            WorkerPlan plan = new WorkerPlan(
                    id, zone, weight, Set.copyOf(taskLists), Map.copyOf(metadata), chosen, policy, polls);
            // Checks what was said before anything starts.
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
