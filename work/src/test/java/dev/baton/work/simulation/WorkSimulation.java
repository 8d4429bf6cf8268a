// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.work.AllocatorRound;
import dev.baton.work.AllocatorRules;
import dev.baton.work.AllocatorSettings;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.PlacementRule;
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
    /** Whether workers and task lists differ in weight, and whether partitions are pinned. */
    private final boolean weighted;

    private final boolean pinned;
    private int lives;

    WorkSimulation(long seed, Mutant mutant) {
        this.chance = new SeededRandom(seed);
        this.weighted = chance.happens(0.3);
        this.pinned = chance.happens(0.3);
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
            join();
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

    private void join() {
        int weight = weighted ? chance.between(1, 3) : 1;
        workers.add(new SimulatedWorker("w" + workers.size(), weight, ++lives, world));
    }

    private void define(TaskListName list, int partitions) {
        int weight = weighted && list.equals(MAILS) ? 3 : 1;
        world.store().store().define(TaskList.of(list, partitions).withWeight(weight));
    }

    private void retire(TaskListName name) {
        world.store().store().definitions().lists().stream()
                .filter(it -> it.name().equals(name))
                .forEach(it -> world.store().store().define(it.asRetired()));
    }

    /** A partition that there is, to a worker that is there or not. */
    private void pin() {
        world.store().store().definitions().lists().stream()
                .filter(it -> pinned && it.wanted() > 0)
                .findFirst()
                .ifPresent(list -> world.store()
                        .store()
                        .add(PlacementRule.pin(
                                list.name().partition(chance.between(0, list.wanted() - 1)),
                                NodeId.of(workers.get(chance.between(0, workers.size() - 1)).id))));
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
        switch (chance.between(0, 10)) {
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
            case 7 -> join();
            case 8 -> retire(chance.pick(List.of(INVOICES, MAILS)));
            case 9 -> pin();
            default -> drain(workers.get(worker).id);
        }
    }

    private void restart(int index) {
        SimulatedWorker old = workers.get(index);
        old.process.end();
        dead.add(old.incarnation);
        workers.set(index, new SimulatedWorker(old.id, old.weight, ++lives, world));
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
        if (chance.happens(0.5)) {
            define(MAILS, chance.between(0, 14));
        }
    }

    /** Every partition is owned by a session that runs it, where it is to be, and nothing else is owned or left over. */
    private void settled() {
        WorkState state = new WorkState();
        state.refresh(world.store().store());
        for (TaskList list : state.lists()) {
            for (int number = 0; number < list.wanted(); number++) {
                Optional<Assignment> row = state.assignment(list.name().partition(number));
                CheckedStore.require(
                        row.isPresent() && row.get().state() == AssignmentState.ASSIGNED && isRun(row.get()),
                        list.name() + "/" + number + " is not owned: " + row);
            }
            if (!weighted && !pinned) {
                even(list, state);
            }
            CheckedStore.require(
                    !list.retired() && state.assignments(list.name()).size() == list.wanted(),
                    list.name() + " has more than it wants: " + state.assignments(list.name()));
        }
        AllocatorRound next = new AllocatorRules(AllocatorSettings.DEFAULT)
                .round(
                        state,
                        it -> world.leases().status(Session.election(it).value(), scheduler.now()),
                        Epoch.of(Long.MAX_VALUE));
        CheckedStore.require(
                next.plan().moves().isEmpty(),
                "it is to be moved: " + next.plan().moves());
    }

    private void even(TaskList list, WorkState state) {
        Map<NodeId, Integer> counts = new HashMap<>();
        workers.forEach(it -> counts.put(NodeId.of(it.id), 0));
        state.assignments(list.name())
                .values()
                .forEach(row -> row.owner().ifPresent(it -> counts.merge(it.worker(), 1, Integer::sum)));
        int most = counts.values().stream().mapToInt(it -> it).max().orElseThrow();
        int fewest = counts.values().stream().mapToInt(it -> it).min().orElseThrow();
        CheckedStore.require(most - fewest <= 1, list.name() + " is not even: " + counts);
    }

    private boolean isRun(Assignment row) {
        Release partition = new Release(row.partition(), row.token());
        return workers.stream()
                .anyMatch(it -> it.id.equals(row.owner().orElseThrow().worker().value()) && it.isRunning(partition));
    }
}
