// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import dev.baton.work.Assignment;
import dev.baton.work.HostedPartition;
import dev.baton.work.HostedState;
import dev.baton.work.Leaderships;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerEffect;
import dev.baton.work.WorkerPolicy;
import dev.baton.work.WorkerRules;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker in its process: its session, its rules, and an application that takes its time. */
final class SimulatedWorker {
    private static final Duration WIND_DOWN = Duration.ofMillis(400);
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    final String id;
    final String incarnation;
    final int weight;
    final SimulatedProcess process;
    private final Scheduler scheduler;
    private final SeededRandom chance;
    private final Network network;
    private final Leases leases;
    private final CheckedStore store;
    private final Effects effects;
    private final Mutant mutant;
    private @Nullable Host host;

    /** @param weight how much it takes in relation to others */
    SimulatedWorker(String id, int weight, int life, World world) {
        this.weight = weight;
        this.id = id;
        this.incarnation = id + "#" + life;
        this.scheduler = world.scheduler();
        this.chance = world.chance().split();
        this.network = world.network();
        this.leases = world.leases();
        this.store = world.store();
        this.effects = world.effects();
        this.mutant = world.mutant();
        this.process = new SimulatedProcess(scheduler, world.chance().split());
        process.after(0, this::campaign);
    }

    private String election() {
        return Session.election(NodeId.of(id)).value();
    }

    boolean isRunning(Release partition) {
        Host current = host;
        return current != null
                && current.mayAct()
                && current.rules.hosted().stream()
                        .anyMatch(it -> it.state() == HostedState.RUNNING
                                && it.partition().equals(partition.partition())
                                && it.token() == partition.token());
    }

    private void campaign() {
        if (host == null) {
            long sent = scheduler.now();
            network.call(
                    process,
                    () -> leases.acquire(election(), incarnation, false, scheduler.now()),
                    won -> won.filter(it -> host == null && scheduler.now() < certainFrom(sent) - WIND_DOWN.toNanos())
                            .ifPresent(epoch -> lead(epoch, sent)));
            process.after(chance.nanos(200 * MILLI, 600 * MILLI), this::campaign);
        }
    }

    private static long certainFrom(long sent) {
        return sent + Leases.LEASE.minus(Leases.MARGIN).toNanos();
    }

    private void lead(Epoch epoch, long sent) {
        Host begun = new Host(new Session(NodeId.of(id), epoch), certainFrom(sent));
        host = begun;
        begun.renew();
        begun.poll();
        begun.act();
        begun.watch();
    }

    /** One session. */
    private final class Host {
        private final Session session;
        private final WorkerRules rules;
        private final Set<Release> revoked = new HashSet<>();
        private long certainUntil;
        private boolean registered;
        private boolean ended;
        private long known;
        private long call;

        Host(Session session, long certainUntil) {
            this.session = session;
            this.certainUntil = certainUntil;
            this.rules = new WorkerRules(session, WorkerPolicy.DEFAULT.withRevokeTimeout(Duration.ofSeconds(20)));
        }

        boolean mayAct() {
            return mutant == Mutant.OWNER_REMEMBERED_ACROSS_A_PAUSE || scheduler.now() < certainUntil;
        }

        private void renew() {
            if (ended) {
                return;
            }
            long sent = scheduler.now();
            network.call(
                    process, () -> leases.renew(election(), incarnation, session.epoch(), scheduler.now()), held -> {
                        if (held && scheduler.now() < certainUntil) {
                            certainUntil = Math.max(certainUntil, certainFrom(sent));
                        }
                    });
            process.after(Leases.RENEW.toNanos() / 3, this::renew);
        }

        /** Tells the application to stop in time, as a candidate tells its duties. */
        private void watch() {
            if (scheduler.now() >= certainUntil - WIND_DOWN.toNanos()) {
                end();
            } else {
                process.after(certainUntil - WIND_DOWN.toNanos() - scheduler.now(), this::watch);
            }
        }

        private void end() {
            ended = true;
            perform(rules.end(scheduler.now()));
            again();
        }

        /** A new session begins when the application has stopped; a candidate does not lead before. */
        private void again() {
            if (rules.hosted().isEmpty()) {
                host = null;
                network.call(
                        process,
                        () -> {
                            leases.release(election(), incarnation, session.epoch(), scheduler.now());
                            return true;
                        },
                        done -> {});
                campaign();
            } else {
                perform(rules.tick(scheduler.now()));
                process.after(50 * MILLI, this::again);
            }
        }

        private record Read(WorkVersion version, List<Assignment> rows) {}

        private void poll() {
            if (ended) {
                return;
            }
            long mine = ++call;
            boolean complete = chance.happens(0.2);
            List<Release> toRelease = rules.toRelease();
            network.call(process, () -> ask(toRelease, complete), read -> {
                if (mine == call && !ended) {
                    call++;
                    rules.released(toRelease);
                    registered = true;
                    known = read.version().assignments();
                    perform(rules.stored(read.rows(), complete, scheduler.now()));
                }
            });
            perform(rules.tick(scheduler.now()));
            process.after(chance.nanos(50 * MILLI, 300 * MILLI), this::poll);
        }

        private Read ask(List<Release> toRelease, boolean complete) {
            if (!registered) {
                store.store()
                        .register(
                                Leaderships.session(id, session.epoch().value()),
                                Leaderships.registration(id, session.epoch().value())
                                        .withWeight(weight));
            }
            store.release(session, toRelease);
            WorkVersion version = store.store().version();
            return new Read(version, store.store().assignmentsOf(NodeId.of(id), complete ? 0 : known));
        }

        private void perform(List<WorkerEffect> all) {
            for (WorkerEffect effect : all) {
                if (effect instanceof WorkerEffect.Start start) {
                    revoked.remove(start.hosted());
                    boolean fails = chance.happens(0.05);
                    process.after(
                            takes(),
                            () -> perform(
                                    fails
                                            ? rules.startFailed(start.hosted(), "by chance", scheduler.now())
                                            : rules.started(start.hosted())));
                } else if (effect instanceof WorkerEffect.Revoke revoke) {
                    if (mutant == Mutant.RELEASED_BEFORE_IT_STOPPED) {
                        network.call(
                                process,
                                () -> {
                                    store.release(session, List.of(revoke.hosted()));
                                    return true;
                                },
                                done -> {});
                    } else {
                        revoked.add(revoke.hosted());
                    }
                } else if (effect instanceof WorkerEffect.Stop stop) {
                    long within = ended ? WIND_DOWN.toNanos() / 2 : takes();
                    process.after(
                            Math.min(within, takes()), () -> perform(rules.stopped(stop.hosted(), scheduler.now())));
                }
            }
        }

        private long takes() {
            return chance.happens(0.1) ? chance.nanos(MILLI, 8_000 * MILLI) : chance.nanos(MILLI, 60 * MILLI);
        }

        /** The application acts on what it has, without a fence: its right to is the only guard here. */
        private void act() {
            for (HostedPartition one : rules.hosted()) {
                Release partition = new Release(one.partition(), one.token());
                boolean running = one.state() == HostedState.RUNNING || one.state() == HostedState.STOPPING;
                if (running && !revoked.contains(partition) && mayAct()) {
                    effects.acted(session, partition);
                }
            }
            if (host == this) {
                process.after(chance.nanos(20 * MILLI, 100 * MILLI), this::act);
            }
        }
    }
}
