// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leader;
import dev.baton.server.guarded.CommandTimes;
import dev.baton.server.part.NodePlan;
import dev.baton.server.view.LeadershipLog;
import dev.baton.spi.Ticker;
import dev.baton.work.AllocatorSettings;
import dev.baton.work.Coordinator;
import dev.baton.work.CoordinatorStatus;
import dev.baton.work.Session;
import dev.baton.work.TaskListName;
import dev.baton.work.Work;
import dev.baton.work.WorkStore;
import dev.baton.work.Worker;
import dev.baton.work.WorkerPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of a node that has started: its store, its coordinator and its worker. */
final class NodeWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWork.class);

    /** How long a worker that gave its session up does not stand for another. */
    private static final Duration REST = Duration.ofSeconds(1);

    private final Ticker ticker;
    private volatile WorkSettings settings;
    private final WorkStore store;
    private final Work work;
    private final WorkReader reader;
    private final Optional<Coordinator> coordinator;
    /** The candidate in the coordinator's election, also on a node that only observes it. */
    private final Candidate election;

    private final Optional<CommandPartitions> commands;
    private final PartitionLogger partitions;
    private final @Nullable Worker worker;
    private final UnassignedAges ages = new UnassignedAges();
    private CoordinatorStatus seen = CoordinatorStatus.NONE;
    private final AtomicLong rounds = new AtomicLong();

    NodeWork(Baton baton, NodePlan node, WorkSettings settings, Ticker ticker) {
        this.ticker = ticker;
        this.settings = settings;
        this.store = settings.backend().open(baton);
        this.work = Work.on(baton, store);
        this.reader = new WorkReader(store, ticker);
        this.coordinator = settings.coordinate()
                ? Optional.of(work.coordinate(AllocatorSettings.DEFAULT.withMaxMoves(settings.maxMoves())))
                : Optional.empty();
        this.election = coordinator
                .map(Coordinator::candidate)
                .orElseGet(() -> baton.stand(Session.COORDINATOR.value())
                        .settings(CandidateSettings.builder().eligible(false).build())
                        .start());
        election.addListener(new LeadershipLog(Session.COORDINATOR, node.id()));
        this.commands = settings.command().map(it -> new CommandPartitions(it, ticker));
        this.partitions = new PartitionLogger(commands);
        this.worker = settings.worker() ? startWorker(node) : null;
    }

    private Worker startWorker(NodePlan node) {
        Worker.Builder builder = work.worker();
        Duration stopTimeout = node.stopTimeout();
        if (settings.command().isPresent()) {
            CommandTimes times = settings.command().get().times();
            builder.settings(CandidateSettings.builder()
                    .rest(REST)
                    .windDown(times.windDown())
                    .build());
            stopTimeout = stopTimeout.compareTo(times.stopTimeout()) > 0 ? stopTimeout : times.stopTimeout();
        }
        settings.metadata().forEach(builder::metadata);
        return builder.zone(node.zone())
                .weight(node.weight())
                .taskLists(settings.takes().stream().map(TaskListName::toString).toArray(String[]::new))
                .policy(WorkerPolicy.DEFAULT.withRevokeTimeout(stopTimeout))
                .handler(partitions)
                .start();
    }

    /** Applies what can be changed while the node runs. */
    void reload(WorkSettings changed) {
        settings = changed;
        coordinator.ifPresent(it -> it.setMaxMoves(changed.maxMoves()));
    }

    Work work() {
        return work;
    }

    WorkStore store() {
        return store;
    }

    WorkReader reader() {
        return reader;
    }

    Optional<Worker> worker() {
        return Optional.ofNullable(worker);
    }

    /** The coordinator, as far as this node knows. */
    Optional<Leader> leader() {
        return election.leader();
    }

    boolean isCoordinating() {
        return coordinator.isPresent() && election.isLeader();
    }

    /** What the last round found; {@link CoordinatorStatus#NONE} where this node does not coordinate. */
    CoordinatorStatus status() {
        return coordinator.map(Coordinator::status).orElse(CoordinatorStatus.NONE);
    }

    Optional<Duration> oldestUnassigned() {
        return ages.oldest(ticker.nanos());
    }

    /** Whether this node has more partitions than it may run commands for. */
    boolean lacksCommands() {
        return commands.filter(CommandPartitions::isFull).isPresent();
    }

    long roundsSeen() {
        return rounds.get();
    }

    /** Records what is known without asking the database. Called regularly, on one thread. */
    void tick() {
        CoordinatorStatus now = status();
        if (now.rounds() != seen.rounds() || !now.epoch().equals(seen.epoch())) {
            rounds.addAndGet(WorkMetrics.rounds(seen, now));
            seen = now;
            ages.saw(WorkViews.unassigned(now.report()), ticker.nanos());
        }
        partitions.say();
    }

    /** Hands the partitions of this node over to other workers, if there are any, and waits until that is done. */
    void leave() {
        if (worker == null) {
            return;
        }
        boolean others = false;
        try {
            others = reader.look(state ->
                    state.workers().stream().anyMatch(it -> !it.worker().equals(worker.id()) && !it.draining()));
        } catch (BatonException unreachable) {
            LOG.warn("could not hand over partitions: {}", unreachable.getMessage());
        }
        if (others) {
            worker.leave(settings.leaveTimeout());
        } else {
            worker.close();
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
