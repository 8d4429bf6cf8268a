// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import dev.baton.work.AllocatorRound;
import dev.baton.work.AllocatorRules;
import dev.baton.work.AllocatorSettings;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.Session;
import dev.baton.work.SessionStatus;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkerRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process that allocates while it has the lease of the coordinator. It is replaced while its writes are on their way. */
final class SimulatedCoordinator {
    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final long FORCED_AFTER = Duration.ofSeconds(2).toNanos();

    final SimulatedProcess process;
    private final String incarnation;
    private final World world;
    private final SeededRandom chance;
    private final Predicate<String> isGone;
    private @Nullable Term term;

    SimulatedCoordinator(String id, int life, World world, Predicate<String> isGone) {
        this.incarnation = id + "#" + life;
        this.world = world;
        this.chance = world.chance().split();
        this.isGone = isGone;
        this.process = new SimulatedProcess(world.scheduler(), world.chance().split());
        process.after(0, this::campaign);
    }

    private long now() {
        return world.scheduler().now();
    }

    private void campaign() {
        long sent = now();
        Term current = term;
        if (current != null && now() < current.until) {
            world.network()
                    .call(
                            process,
                            () -> world.leases().renew(Session.COORDINATOR.value(), incarnation, current.epoch, now()),
                            held -> current.extend(held, sent));
        } else {
            world.network()
                    .call(
                            process,
                            () -> world.leases().acquire(Session.COORDINATOR.value(), incarnation, false, now()),
                            won -> won.ifPresent(epoch -> lead(epoch, sent)));
        }
        process.after(chance.nanos(300 * MILLI, 900 * MILLI), this::campaign);
    }

    private static long certainFrom(long sent) {
        return sent + Leases.LEASE.minus(Leases.MARGIN).toNanos();
    }

    private void lead(Epoch epoch, long sent) {
        if (now() < certainFrom(sent)) {
            Term begun = new Term(epoch, certainFrom(sent));
            term = begun;
            begun.round();
        }
    }

    /** The sessions as they were at that time. */
    private record Seen(Map<NodeId, SessionStatus> sessions, long at) {}

    /** One leadership. */
    private final class Term {
        private final Epoch epoch;
        private final Leadership leadership;
        private final AllocatorRules rules;
        private final WorkState state = new WorkState();
        private final Map<Assignment, Long> releasingSince = new HashMap<>();
        private Map<TaskListName, List<AssignmentWrite>> written = Map.of();
        private boolean rereads;
        private long until;
        private long call;

        Term(Epoch epoch, long until) {
            this.epoch = epoch;
            this.until = until;
            this.leadership = Leaderships.coordinator(epoch.value());
            this.rules = new AllocatorRules(AllocatorSettings.DEFAULT.withMaxMoves(chance.between(1, 10)));
        }

        private void extend(boolean held, long sent) {
            if (held && now() < until) {
                until = Math.max(until, certainFrom(sent));
            }
        }

        private void round() {
            if (term != this || now() >= until) {
                return;
            }
            long mine = ++call;
            world.network().call(process, this::look, seen -> {
                if (mine == call && now() < until) {
                    act(seen.sessions(), seen.at());
                }
            });
            process.after(chance.nanos(100 * MILLI, 400 * MILLI), this::round);
        }

        private Seen look() {
            world.store().enter(leadership);
            if (chance.happens(0.1) || rereads) {
                rereads = false;
                state.reread(world.store().store());
            } else {
                state.refresh(world.store().store());
            }
            Set<NodeId> workers = new HashSet<>();
            state.workers().stream().map(WorkerRegistration::worker).forEach(workers::add);
            for (TaskListName list : state.assignedLists()) {
                state.assignments(list)
                        .values()
                        .forEach(it -> it.owner().ifPresent(owner -> workers.add(owner.worker())));
            }
            Map<NodeId, SessionStatus> found = new HashMap<>();
            workers.forEach(it ->
                    found.put(it, world.leases().status(Session.election(it).value(), now())));
            return new Seen(found, now());
        }

        private void act(Map<NodeId, SessionStatus> sessions, long looked) {
            AllocatorRound round = rules.round(state, worker -> status(sessions, worker), epoch);
            rereads |= round.repeats(written);
            written = round.writes();
            round.unproven().forEach(this::prove);
            List<AssignmentWrite> writes = new ArrayList<>();
            round.writes().values().forEach(writes::addAll);
            if (world.mutant() == Mutant.SHRINK_DROPS_SILENTLY) {
                writes.replaceAll(this::dropped);
            }
            if (world.mutant() == Mutant.TOKENS_START_AGAIN) {
                writes.replaceAll(this::started);
            }
            if (world.mutant() == Mutant.WHAT_IS_FREE_WAITS) {
                writes.removeIf(it ->
                        it.seen().filter(before -> before.state().isOwned()).isEmpty() && chance.happens(0.7));
            }
            Set<PartitionId> placeable = placeable(round);
            if (writes.isEmpty()) {
                world.store().stored(placeable, looked, now());
            } else {
                call++;
                send(writes, () -> world.store().stored(placeable, looked, now()));
            }
            purge(round);
            round.forgotten()
                    .forEach(it -> world.network()
                            .call(
                                    process,
                                    () -> {
                                        world.store().store().forget(it);
                                        return true;
                                    },
                                    done -> {}));
        }

        private Set<PartitionId> placeable(AllocatorRound round) {
            Set<PartitionId> placeable = new HashSet<>();
            for (TaskList list : state.lists()) {
                for (int number = 0; number < list.wanted(); number++) {
                    if (round.plan().node(list.name().toString(), number).isPresent()) {
                        placeable.add(list.name().partition(number));
                    }
                }
            }
            return placeable;
        }

        private void purge(AllocatorRound round) {
            if (!round.retired().isEmpty() && chance.happens(0.5)) {
                world.network().call(process, () -> world.store().purge(leadership, round.retired()), state::forget);
            }
            for (TaskListName list : round.emptied()) {
                world.network()
                        .call(
                                process,
                                () -> {
                                    world.store().purge(leadership, list);
                                    return true;
                                },
                                done -> {});
            }
        }

        private void send(List<AssignmentWrite> writes, Runnable stored) {
            Supplier<Boolean> operation = () -> {
                world.store().write(leadership, writes);
                stored.run();
                return true;
            };
            if (world.faulty().getAsBoolean() && chance.happens(0.1)) {
                world.network().callBeforePause(process, operation);
            } else {
                world.network().call(process, operation, done -> {});
            }
        }

        private AssignmentWrite started(AssignmentWrite write) {
            Assignment next = write.next();
            return write.seen().isPresent()
                    ? write
                    : new AssignmentWrite(
                            write.seen(),
                            new Assignment(next.partition(), next.state(), next.owner(), 1, next.target(), epoch));
        }

        private AssignmentWrite dropped(AssignmentWrite write) {
            boolean unwanted = write.next().state() == AssignmentState.RELEASING
                    && write.next().target().isEmpty();
            return unwanted ? new AssignmentWrite(write.seen(), write.next().retired(epoch)) : write;
        }

        private SessionStatus status(Map<NodeId, SessionStatus> sessions, NodeId worker) {
            SessionStatus seen = sessions.getOrDefault(worker, SessionStatus.UNKNOWN);
            boolean forced = world.mutant() == Mutant.FORCE_AFTER_A_TIMEOUT && isOverdue(worker);
            boolean silent =
                    world.mutant() == Mutant.SILENCE_IS_DEATH && seen.live().isEmpty();
            return forced || silent ? new SessionStatus(seen.highest().next(), seen.live()) : seen;
        }

        private boolean isOverdue(NodeId worker) {
            boolean overdue = false;
            for (TaskListName list : state.assignedLists()) {
                for (Assignment one : state.assignments(list).values()) {
                    if (one.state() == AssignmentState.RELEASING
                            && one.owner().orElseThrow().worker().equals(worker)) {
                        overdue |= now() - releasingSince.computeIfAbsent(one, it -> now()) > FORCED_AFTER;
                    }
                }
            }
            return overdue;
        }

        /** Wins the election of the session, which goes only once it is vacant, and gives it back. */
        private void prove(Session session) {
            String election = Session.election(session.worker()).value();
            if (chance.happens(0.3)) {
                world.network()
                        .call(
                                process,
                                () -> world.leases()
                                        .acquire(
                                                election,
                                                incarnation,
                                                isGone.test(world.leases().holder(election)),
                                                now()),
                                won -> won.ifPresent(it -> giveBack(election, it)));
            }
        }

        private void giveBack(String election, Epoch won) {
            world.network()
                    .call(
                            process,
                            () -> {
                                world.leases().release(election, incarnation, won, now());
                                return Optional.empty();
                            },
                            done -> {});
        }
    }
}
