// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.NodeId;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One run: a while of faults, then a while without, after which everything is owned and even. */
final class WorkSimulation {
    private static final Duration FAULTS = Duration.ofSeconds(60);
    private static final Duration CALM = Duration.ofSeconds(45);
    private static final TaskListName INVOICES = TaskListName.of("billing/invoices");
    private static final TaskListName MAILS = TaskListName.of("mails");

    private final Scheduler scheduler;
    private final SeededRandom chance;
    private final Network network;
    private final World world;
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final List<SimulatedCoordinator> coordinators = new ArrayList<>();
    private final Set<String> dead = new HashSet<>();
    private int lives;

    WorkSimulation(long seed, Mutant mutant) {
        this.chance = new SeededRandom(seed);
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        Leases leases = new Leases();
        CheckedStore store = new CheckedStore(
                it -> leases.status(Session.election(it.worker()).value(), scheduler.now())
                        .hasEnded(it.epoch()),
                mutant);
        this.world = new World(
                scheduler,
                chance,
                network,
                leases,
                store,
                new Effects(),
                mutant,
                () -> scheduler.now() < FAULTS.toNanos());
    }

    /** What happened, to show that something did. */
    record Result(long effects, long changes) {}

    Result run() {
        define(INVOICES, 12);
        define(MAILS, 5);
        int size = chance.between(2, 5);
        for (int i = 0; i < size; i++) {
            workers.add(new SimulatedWorker("w" + i, ++lives, world));
        }
        coordinators.add(coordinator("c0"));
        coordinators.add(coordinator("c1"));
        network.lossy(chance.pick(List.of(0.0, 0.02, 0.1)));
        disturb();
        runUntil(FAULTS.toNanos());
        heal();
        runUntil(FAULTS.plus(CALM).toNanos());
        settled();
        return new Result(world.effects().count(), world.store().changes());
    }

    private void runUntil(long end) {
        while (scheduler.step(end)) {
            // Everything happens in the events.
        }
    }

    private SimulatedCoordinator coordinator(String id) {
        return new SimulatedCoordinator(id, ++lives, world, this::isGone);
    }

    private boolean isGone(String incarnation) {
        return dead.contains(incarnation);
    }

    private void define(TaskListName list, int partitions) {
        world.store().store().define(TaskList.of(list, partitions));
    }

    private void disturb() {
        scheduler.after(chance.nanos(Duration.ofMillis(300), Duration.ofSeconds(4)), () -> {
            if (scheduler.now() < FAULTS.toNanos()) {
                disturbOnce();
                disturb();
            }
        });
    }

    private void disturbOnce() {
        int worker = chance.between(0, workers.size() - 1);
        int coordinator = chance.between(0, coordinators.size() - 1);
        long pause = chance.nanos(Duration.ofMillis(200), Duration.ofSeconds(12));
        switch (chance.between(0, 8)) {
            case 0 -> restart(worker);
            case 1, 2 -> workers.get(worker).process.pauseFor(pause);
            case 3 -> coordinators.get(coordinator).process.pauseFor(pause);
            case 4 -> {
                coordinators.get(coordinator).process.end();
                coordinators.set(coordinator, coordinator("c" + coordinator));
            }
            case 5 -> {
                network.down(true);
                scheduler.after(pause / 2, () -> network.down(false));
            }
            case 6 -> define(chance.pick(List.of(INVOICES, MAILS)), chance.between(0, 14));
            case 7 -> workers.add(new SimulatedWorker("w" + workers.size(), ++lives, world));
            default -> drain(workers.get(worker).id);
        }
    }

    private void restart(int index) {
        SimulatedWorker old = workers.get(index);
        old.process.end();
        dead.add(old.incarnation);
        workers.set(index, new SimulatedWorker(old.id, ++lives, world));
    }

    private void drain(String worker) {
        if (world.store().store().definitions().workers().stream()
                .anyMatch(it -> it.worker().value().equals(worker))) {
            world.store().store().setDraining(NodeId.of(worker), chance.happens(0.5));
        }
    }

    private void heal() {
        network.down(false);
        network.lossy(0);
        workers.forEach(it -> it.process.resume());
        coordinators.forEach(it -> it.process.resume());
        world.store()
                .store()
                .definitions()
                .workers()
                .forEach(it -> world.store().store().setDraining(it.worker(), false));
        define(INVOICES, 12);
    }

    /** Every partition is owned by a session that runs it, evenly, and nothing else is owned. */
    private void settled() {
        WorkState state = new WorkState();
        state.refresh(world.store().store());
        for (TaskList list : state.lists()) {
            Map<NodeId, Integer> counts = new HashMap<>();
            workers.forEach(it -> counts.put(NodeId.of(it.id), 0));
            for (int number = 0; number < list.wanted(); number++) {
                Optional<Assignment> row = state.assignment(list.name().partition(number));
                CheckedStore.require(
                        row.isPresent() && row.get().state() == AssignmentState.ASSIGNED && isRun(row.get()),
                        list.name() + "/" + number + " is not owned: " + row);
                counts.merge(row.orElseThrow().owner().orElseThrow().worker(), 1, Integer::sum);
            }
            int most = counts.values().stream().mapToInt(it -> it).max().orElseThrow();
            int fewest = counts.values().stream().mapToInt(it -> it).min().orElseThrow();
            CheckedStore.require(most - fewest <= 1, list.name() + " is not even: " + counts);
            CheckedStore.require(
                    state.assignments(list.name()).tailMap(list.wanted()).values().stream()
                            .allMatch(it -> it.state() == AssignmentState.RETIRED),
                    list.name() + " has more than it wants: " + state.assignments(list.name()));
        }
    }

    private boolean isRun(Assignment row) {
        Release partition = new Release(row.partition(), row.token());
        return workers.stream()
                .anyMatch(it -> it.id.equals(row.owner().orElseThrow().worker().value()) && it.isRunning(partition));
    }
}
