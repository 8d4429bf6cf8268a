// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.NodeId;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.DemoAction;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.DemoFailure;
import dev.baton.cli.demo.DemoFailure.NotNow;
import dev.baton.cli.demo.DemoProcess.Condition;
import dev.baton.cli.demo.DemoProcesses;
import dev.baton.cli.demo.H2Backend;
import dev.baton.cli.demo.PollUntil;
import dev.baton.sql.SqlDatabase;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.sql.SqlWorkStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The workers, and what is done to them. One action at a time. */
final class WorkCluster implements AutoCloseable {
    static final int PARTITIONS = 30;
    static final int MAX_WORKERS = 9;
    static final TaskListName LIST = TaskListName.of("demo/orders");

    private static final Duration MAX_ACTION = Duration.ofSeconds(90);

    private final Consumer<DemoEvent> listener;
    private final H2Backend database = H2Backend.open();
    private final SqlWorkStore store = SqlWorkStore.on(
            SqlDatabase.at(database.localUrl(), database.user(), database::password), WorkerCommand.settings());
    private final DemoProcesses processes = DemoProcesses.open();
    private final List<DemoWorker> workers = new CopyOnWriteArrayList<>();
    private final WorkReporter reporter;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** The number of the worker that the next action is for. */
    private volatile int chosen = 1;

    private volatile Optional<ActionResult> last = Optional.empty();

    WorkCluster(Consumer<DemoEvent> listener) {
        this.listener = listener;
        this.reporter = new WorkReporter(workers, store, listener);
    }

    List<DemoWorker> workers() {
        return workers;
    }

    WorkReporter reporter() {
        return reporter;
    }

    /** What the last action has led to. */
    Optional<ActionResult> last() {
        return last;
    }

    /** Starts the workers and waits until they share the partitions. */
    void open(int count) {
        reporter.start();
        act("start", count + " workers", () -> {
            for (int i = 0; i < count; i++) {
                start();
            }
            // Partitions only once all are there, so that none moves before anything was done.
            awaitRunning(
                    "every worker is registered",
                    () -> reporter.look().registered().size() == count);
            store.define(TaskList.of(LIST, PARTITIONS));
        });
    }

    private void start() {
        DemoWorker worker = DemoWorker.start(processes, workers.size() + 1, database);
        workers.add(worker);
        long pid = worker.process().pid();
        listener.accept(DemoEvent.of("worker", worker.id() + " is process " + pid)
                .with(JsonOutput.object().put("worker", worker.id()).put("pid", pid)));
    }

    boolean isChosen(DemoWorker worker) {
        return worker.number() == chosen;
    }

    /** Chooses the next worker that is not gone, or with -1 the one before. */
    void choose(int step) {
        choose(step, worker -> worker.process().condition() != Condition.KILLED);
    }

    private void choose(int step, Predicate<DemoWorker> fit) {
        int count = workers.size();
        for (int i = 1; i <= count; i++) {
            DemoWorker worker = workers.get(Math.floorMod(chosen - 1 + step * i, count));
            if (fit.test(worker)) {
                chosen = worker.number();
                return;
            }
        }
    }

    List<DemoAction> actions() {
        return List.of(
                action(
                        "k",
                        "kill",
                        name -> disturb(name, worker -> worker.process().kill())),
                action(
                        "p",
                        "pause",
                        name -> disturb(name, worker -> worker.process().pause())),
                action("r", "resume", this::resume),
                action("d", "drain", name -> disturb(name, worker -> setDraining(worker, true))),
                action("u", "undrain", this::undrain),
                action("a", "add", this::add));
    }

    private static DemoAction action(String key, String name, Consumer<String> part) {
        return new DemoAction(key, name, name, () -> part.accept(name));
    }

    private void setDraining(DemoWorker worker, boolean draining) {
        store.setDraining(NodeId.of(worker.id()), draining);
    }

    private void resume(String action) {
        bringBack(
                action,
                "is paused",
                DemoWorker::isPaused,
                worker -> worker.process().resume());
    }

    private void undrain(String action) {
        Set<String> draining = reporter.look().draining();
        bringBack(
                action,
                "is drained",
                worker -> worker.isUp() && draining.contains(worker.id()),
                worker -> setDraining(worker, false));
    }

    /** Does something to the chosen worker so that others get its partitions, and chooses the next one. */
    private void disturb(String action, Consumer<DemoWorker> disturbance) {
        DemoWorker worker = workers.get(chosen - 1);
        Set<String> takers = reporter.look().takers();
        if (!takers.contains(worker.id())) {
            throw new NotNow(worker.id() + " has no partitions: choose another worker");
        }
        if (takers.size() == 1) {
            throw new NotNow("no other worker can take its partitions: press a first");
        }
        act(action, worker.id(), () -> disturbance.accept(worker));
        choose(1, it -> reporter.view().takers().contains(it.id()));
    }

    private void bringBack(String action, String state, Predicate<DemoWorker> fit, Consumer<DemoWorker> part) {
        List<DemoWorker> found = workers.stream().filter(fit).toList();
        if (found.isEmpty()) {
            throw new NotNow("no worker " + state + ": nothing to " + action);
        }
        act(action, found.stream().map(DemoWorker::id).collect(Collectors.joining(" ")), () -> found.forEach(part));
    }

    private void add(String action) {
        long there = workers.stream()
                .filter(worker -> worker.process().condition() != Condition.KILLED)
                .count();
        if (there >= MAX_WORKERS) {
            throw new NotNow("the limit is " + MAX_WORKERS + " workers");
        }
        act(action, "w" + (workers.size() + 1), this::start);
    }

    /** Lets paused workers go on: what they do then belongs to what is checked. */
    void finish() {
        if (workers.stream().anyMatch(DemoWorker::isPaused)) {
            resume("resume");
        }
        requireNoneEnded();
        reporter.look();
    }

    /** Does something and waits until every partition is owned again, evenly. */
    private void act(String action, String worker, Runnable part) {
        ObjectNode fields = JsonOutput.object().put("action", action).put("worker", worker);
        String what = action + " " + worker;
        Set<PartitionMove> before = new HashSet<>(reporter.history().moves());
        long begun = System.nanoTime();
        listener.accept(DemoEvent.of("action", what).with(fields));
        part.run();
        awaitRunning(
                "every partition has a worker after " + what,
                () -> reporter.look().isSettled());
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        List<PartitionMove> moves = reporter.history().moves().stream()
                .filter(move -> !before.contains(move))
                .toList();
        ActionResult settled = new ActionResult(fields, what, moves, took);
        last = Optional.of(settled);
        listener.accept(settled.event());
    }

    private void awaitRunning(String what, BooleanSupplier holds) {
        PollUntil.until(what, MAX_ACTION, () -> {
            requireNoneEnded();
            return holds.getAsBoolean();
        });
    }

    private void requireNoneEnded() {
        workers.stream()
                .filter(worker -> worker.process().endedByItself())
                .findFirst()
                .ifPresent(worker -> {
                    throw new DemoFailure(
                            worker.id() + " has ended: " + worker.process().lastWords());
                });
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            reporter.close();
            processes.close();
            store.close();
            database.close();
        }
    }
}
