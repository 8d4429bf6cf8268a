// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.BatonException;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.work.AssignmentState;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkerRegistration;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads the histories of the workers and what is stored, and tells of every move and of every overlap once. */
final class WorkReporter implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final List<DemoWorker> workers;
    private final WorkStore store;
    private final Consumer<DemoEvent> listener;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-demo-reporter");
        thread.setDaemon(true);
        return thread;
    });
    private final WorkState stored = new WorkState();
    private final Set<String> told = new HashSet<>();
    private volatile WorkHistory history = WorkHistory.of(List.of());
    private volatile DemoWorkView view = DemoWorkView.empty(WorkCluster.PARTITIONS);

    WorkReporter(List<DemoWorker> workers, WorkStore store, Consumer<DemoEvent> listener) {
        this.workers = workers;
        this.store = store;
        this.listener = listener;
    }

    void start() {
        ScheduledFuture<?> unused =
                watch.scheduleWithFixedDelay(this::lookAgain, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As of the last look. */
    DemoWorkView view() {
        return view;
    }

    WorkHistory history() {
        return history;
    }

    private void lookAgain() {
        try {
            look();
        } catch (BatonException problem) {
            listener.accept(DemoEvent.of("failed", "the reporter failed: " + problem));
        }
    }

    /** Looks now, and tells what is new. */
    synchronized DemoWorkView look() {
        stored.refresh(store);
        // Which processes run, before what they did: one that is killed between the two is seen as gone next time.
        Set<String> up =
                workers.stream().filter(DemoWorker::isUp).map(DemoWorker::id).collect(Collectors.toSet());
        history = WorkHistory.of(
                workers.stream().flatMap(worker -> worker.spans().stream()).toList());
        view = view(up, System.nanoTime());
        tell();
        return view;
    }

    private DemoWorkView view(Set<String> up, long now) {
        SortedMap<Integer, String> owners = new TreeMap<>();
        for (int i = 0; i < WorkCluster.PARTITIONS; i++) {
            int partition = i;
            history.owner(partition, now)
                    .filter(span -> up.contains(span.node()))
                    .ifPresent(span -> owners.put(partition, span.node()));
        }
        Set<String> draining = stored.workers().stream()
                .filter(WorkerRegistration::draining)
                .map(it -> it.worker().value())
                .collect(Collectors.toSet());
        Set<Integer> moving = stored.assignments(WorkCluster.LIST).entrySet().stream()
                .filter(it -> it.getValue().state() == AssignmentState.RELEASING
                        || it.getValue().state() == AssignmentState.FREE)
                .map(it -> it.getKey())
                .collect(Collectors.toSet());
        Set<String> registered =
                stored.workers().stream().map(it -> it.worker().value()).collect(Collectors.toSet());
        Set<String> takers = up.stream().filter(it -> !draining.contains(it)).collect(Collectors.toSet());
        return new DemoWorkView(WorkCluster.PARTITIONS, owners, takers, draining, registered, moving);
    }

    private void tell() {
        history.coordinator()
                .filter(span -> told.add("coordinator " + span.epoch()))
                .ifPresent(span -> listener.accept(DemoEvent.of(
                                "coordinator", span.node() + " coordinates under epoch " + span.epoch())
                        .with(JsonOutput.object().put("worker", span.node()).put("epoch", span.epoch()))));
        history.moves().stream()
                .filter(move -> told.add(
                        "move " + move.partition() + " " + move.handOver().toEpoch()))
                .forEach(move -> listener.accept(move.event()));
        history.overlaps().stream()
                .filter(move -> told.add(
                        "overlap " + move.partition() + " " + move.handOver().toEpoch()))
                .forEach(move -> listener.accept(move.overlapEvent()));
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
