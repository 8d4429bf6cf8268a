// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The coordinator of this node. While the node leads the election {@code work}, it allocates partitions. */
public final class Coordinator implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(Coordinator.class);

    /** The most rows in one transaction: few enough for it to be short, many enough to be fast. */
    static final int MAX_ROWS = 5_000;

    /** The most task lists that a round deletes: each is a transaction. */
    private static final int MAX_LISTS = 100;

    private static final String HELD =
            "transactions of the application that have passed the fence hold some partitions";

    private static final Duration RETRY = Duration.ofMillis(500);
    /** How long a current call to the store may still take when this node no longer coordinates. */
    private static final Duration MAX_STOP = Duration.ofMillis(200);
    /** How often a new coordinator checks whether it may begin. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);

    private final WorkStore store;
    private final SessionElections sessions;
    private final ChangeSignal changes;
    private volatile AllocatorSettings settings;
    private final PollSettings pollSettings;
    private final Ticker ticker;
    private final Candidate candidate;
    private volatile CoordinatorStatus status = CoordinatorStatus.NONE;

    Coordinator(WorkContext context, AllocatorSettings settings, PollSettings pollSettings) {
        this.store = context.store();
        this.sessions = context.sessions();
        this.changes = context.changes();
        this.ticker = context.ticker();
        this.settings = settings;
        this.pollSettings = pollSettings;
        this.candidate = context.baton()
                .stand(Session.COORDINATOR.value())
                .duty(new AllocatorDuty())
                .start();
    }

    /** The candidate in the election {@code work}: shows who coordinates, and can resign or transfer. */
    public Candidate candidate() {
        return candidate;
    }

    /** What the last round found; {@link CoordinatorStatus#NONE} if this node does not coordinate. */
    public CoordinatorStatus status() {
        return candidate.isLeader() ? status : CoordinatorStatus.NONE;
    }

    /** Sets how many partitions may be on their way between living workers at a time, from the next round on. */
    public void setMaxMoves(int maxMoves) {
        settings = settings.withMaxMoves(maxMoves);
    }

    @Override
    public void close() {
        candidate.close();
    }

    private final class AllocatorDuty extends WorkLoop {
        AllocatorDuty() {
            super("work-allocator");
        }

        @Override
        Run begin(Leadership leadership, Crash crash) {
            return new Rounds(leadership);
        }
    }

    /** The rounds of one leadership. */
    private final class Rounds extends WorkLoop.Run {
        private final Leadership leadership;
        private final WorkState state = new WorkState();
        private final RoundSchedule rounds = new RoundSchedule(settings, ticker.nanos());
        private final VersionPollSchedule polls = new VersionPollSchedule(pollSettings, ticker.nanos());
        private final StartupGrace first = new StartupGrace(ticker.nanos(), settings.debounce());
        private long rereadAt = MonotonicTime.plus(ticker.nanos(), pollSettings.reread());
        private Map<NodeId, SessionStatus> seen = Map.of();
        private Set<Session> unproven = Set.of();
        /** What the last round has stored. */
        private Map<TaskListName, List<AssignmentWrite>> written = Map.of();
        /** Whether the next read has to show rows that were written. */
        private boolean expectsRows;
        /** Rows to be deleted, found by the last round. */
        private List<Assignment> retired = List.of();

        private volatile boolean stored;
        private boolean entered;
        private String lastTrouble = "";
        private Set<WorkProblem> problems = Set.of();

        Rounds(Leadership leadership) {
            this.leadership = leadership;
        }

        @Override
        void run() {
            status = CoordinatorStatus.NONE;
            Runnable unwatch = store.onChange(() -> {
                stored = true;
                wake();
            });
            changes.stand(true);
            try {
                while (!isStopping() && leadership.mayAct()) {
                    long pause = turn();
                    if (pause > 0) {
                        await(pause);
                    }
                }
            } finally {
                unwatch.run();
            }
        }

        /** The store refuses writes of a coordinator that was replaced, so nothing waits for a call that hangs. */
        @Override
        Duration mayLingerAfter() {
            return MAX_STOP;
        }

        @Override
        void ended() {
            changes.stand(false);
            sessions.closeWatches();
        }

        /** Does what is due, and returns how long there is nothing to do. */
        private long turn() {
            long now = ticker.nanos();
            try {
                read(now);
                if (isStopping()) {
                    return 0;
                }
                lookAtSessions(now);
                if (rounds.isDue(now) && mayBegin(now)) {
                    round(now);
                }
                purge(now);
                lastTrouble = "";
                long next = MonotonicTime.earlier(polls.next(), rounds.next());
                return stored || !retired.isEmpty() ? 0 : Math.max(next - ticker.nanos(), LOOK_EVERY.toNanos());
            } catch (FencedException | NotLeaderException replaced) {
                throw replaced;
            } catch (BatonException failed) {
                warn(String.valueOf(failed.getMessage()));
                return RETRY.toNanos();
            }
        }

        /** Warns once about the same problem, which occurs twice a second. */
        private void warn(String trouble) {
            if (!trouble.equals(lastTrouble)) {
                LOG.warn("the coordinator cannot use its store: {}", trouble);
            }
            lastTrouble = trouble;
        }

        private void read(long now) {
            if (!entered) {
                store.enter(leadership);
                entered = true;
            }
            if (stored) {
                stored = false;
                polls.hurry(now);
                polls.changed(now);
            }
            if (polls.isDue(now)) {
                boolean complete = !MonotonicTime.isBefore(now, rereadAt);
                WorkState.Change change = complete ? state.reread(store) : state.refresh(store);
                if (complete) {
                    rereadAt = MonotonicTime.plus(now, pollSettings.reread());
                }
                if (change.any()) {
                    polls.changed(now);
                }
                if (change.definitions()) {
                    rounds.changed(now);
                }
                if (change.assignments() && status.rounds() > 0) {
                    rounds.freed(now);
                }
                polls.asked(now);
                if (expectsRows && !complete && !change.assignments()) {
                    // No write had an effect, for example after a late purge: the rows are not as they were read.
                    rereadAt = now;
                    polls.hurry(now);
                }
                expectsRows = false;
            }
        }

        private void lookAtSessions(long now) {
            Set<NodeId> workers = new HashSet<>();
            state.workers().forEach(worker -> workers.add(worker.worker()));
            for (TaskListName list : state.assignedLists()) {
                for (Assignment assignment : state.assignments(list).values()) {
                    assignment.owner().ifPresent(owner -> workers.add(owner.worker()));
                }
            }
            sessions.watch(workers, this::wake);
            if (status.rounds() == 0) {
                unproven = first.unproven(now, state.workers(), this::status);
            }
            // Again each time: what could not be proven before may be provable now, for example because a worker of
            // this node has left.
            sessions.prove(unproven);
            Map<NodeId, SessionStatus> found = new HashMap<>();
            workers.forEach(worker -> found.put(worker, sessions.status(worker)));
            if (!found.equals(seen)) {
                boolean lost = seen.entrySet().stream()
                        .anyMatch(it -> !it.getValue().equals(found.get(it.getKey()))
                                && it.getValue().live().isPresent());
                seen = found;
                polls.changed(now);
                if (lost || anyEnded()) {
                    rounds.freed(now);
                } else {
                    rounds.changed(now);
                }
            }
        }

        private boolean anyEnded() {
            return state.workers().stream()
                    .map(WorkerRegistration::session)
                    .anyMatch(it -> status(it.worker()).hasEnded(it.epoch()));
        }

        private SessionStatus status(NodeId worker) {
            return seen.getOrDefault(worker, SessionStatus.UNKNOWN);
        }

        private boolean mayBegin(long now) {
            return status.rounds() > 0 || first.isOver(now, state.workers(), this::status);
        }

        private void round(long now) {
            AllocatorRules rules = new AllocatorRules(settings);
            AllocatorRound round = rules.round(state, this::status, leadership.epoch());
            unproven = round.unproven();
            sessions.prove(unproven);
            Map<TaskListName, String> failed = write(round.writes());
            if (round.repeats(written)) {
                rereadAt = now;
            }
            written = failed.isEmpty() ? round.writes() : Map.of();
            expectsRows = !written.isEmpty();
            round.forgotten().forEach(store::forget);
            retired = round.retired();
            purge(round.emptied());
            rounds.done(now);
            if (!round.writes().isEmpty()) {
                changes.tell();
                polls.changed(now);
                polls.hurry(now);
            }
            if (!failed.isEmpty()) {
                rounds.freed(MonotonicTime.plus(now, RETRY));
            }
            WorkReport report = failed.isEmpty() ? round.report() : rules.report(state, this::status, round, failed);
            warn(report.problems());
            long took = ticker.nanos() - now;
            status = new CoordinatorStatus(
                    leadership.epoch(), status.rounds() + 1, Duration.ofNanos(took), report, failed);
        }

        /** One batch in each turn, so that rounds do not wait. The next round finds again what the store keeps. */
        private void purge(long now) {
            if (retired.isEmpty()) {
                return;
            }
            List<Assignment> batch = retired.subList(0, Math.min(MAX_ROWS, retired.size()));
            retired = retired.subList(batch.size(), retired.size());
            purging(() -> {
                Set<PartitionId> gone = store.purge(leadership, batch);
                state.forget(gone);
                if (!gone.isEmpty()) {
                    polls.hurry(now);
                }
            });
        }

        private void purge(List<TaskListName> emptied) {
            purging(() -> emptied.stream().limit(MAX_LISTS).forEach(list -> {
                LOG.info("deleting task list {}, which is retired and empty", list);
                store.purge(leadership, list);
            }));
        }

        /** A failure to delete old rows does not prevent anything else. */
        private void purging(Runnable call) {
            try {
                call.run();
            } catch (FencedException | NotLeaderException replaced) {
                throw replaced;
            } catch (BatonException failed) {
                retired = List.of();
                // It may have taken effect all the same.
                rereadAt = ticker.nanos();
                LOG.warn("retired partitions could not be deleted: {}", failed.getMessage());
            }
        }

        /** Warns once about each problem, as long as it lasts. */
        private void warn(List<WorkProblem> found) {
            found.stream().filter(it -> !problems.contains(it)).forEach(it -> {
                if (it.damage()) {
                    LOG.error("stored work: {}", it);
                } else {
                    LOG.warn("stored work: {}", it);
                }
            });
            problems = Set.copyOf(found);
        }

        /**
         * Stores what can be stored. Returns the task lists that cannot, with the reason; the next round tries them
         * again.
         */
        private Map<TaskListName, String> write(Map<TaskListName, List<AssignmentWrite>> writes) {
            Map<TaskListName, String> failed = new TreeMap<>();
            Map<TaskListName, List<AssignmentWrite>> batch = new TreeMap<>();
            int rows = 0;
            for (Map.Entry<TaskListName, List<AssignmentWrite>> one : writes.entrySet()) {
                batch.put(one.getKey(), one.getValue());
                rows += one.getValue().size();
                if (rows >= MAX_ROWS) {
                    writeTogether(batch, failed);
                    batch.clear();
                    rows = 0;
                }
            }
            writeTogether(batch, failed);
            return failed;
        }

        private void writeTogether(Map<TaskListName, List<AssignmentWrite>> batch, Map<TaskListName, String> failed) {
            if (batch.isEmpty()) {
                return;
            }
            List<AssignmentWrite> all = new ArrayList<>();
            batch.values().forEach(all::addAll);
            try {
                store.write(leadership, all).forEach(it -> failed.put(it.list(), HELD));
            } catch (FencedException | NotLeaderException replaced) {
                throw replaced;
            } catch (BatonException together) {
                if (batch.size() == 1) {
                    TaskListName list = batch.keySet().iterator().next();
                    LOG.warn("assignments of {} could not be stored: {}", list, together.getMessage());
                    failed.put(list, String.valueOf(together.getMessage()));
                } else {
                    batch.forEach((list, rows) -> writeTogether(Map.of(list, rows), failed));
                }
            }
        }
    }
}
