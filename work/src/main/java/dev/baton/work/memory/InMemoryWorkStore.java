// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.memory;

import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.DefinitionChange;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** The reference store, in memory: for the workers of one process, for tests, and to compare other stores with. */
public final class InMemoryWorkStore implements WorkStore {
    private final InMemoryWorkState stored = new InMemoryWorkState();
    private final Set<Runnable> watchers = new CopyOnWriteArraySet<>();

    @Override
    public synchronized WorkVersion version() {
        return stored.version();
    }

    @Override
    public synchronized Definitions definitions() {
        return stored.definitions();
    }

    @Override
    public synchronized List<Assignment> assignmentsSince(long since) {
        return stored.assignmentsSince(since);
    }

    @Override
    public List<Assignment> assignmentsOf(NodeId worker, long since) {
        return assignmentsSince(since).stream()
                .filter(it -> it.owner()
                        .filter(owner -> owner.worker().equals(worker))
                        .isPresent())
                .toList();
    }

    @Override
    public void define(TaskList list) {
        change(() -> stored.define(list));
    }

    @Override
    public void add(PlacementRule rule) {
        change(() -> stored.add(rule));
    }

    @Override
    public void remove(PlacementRule rule) {
        change(() -> stored.remove(rule));
    }

    @Override
    public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
        boolean[] made = new boolean[1];
        change(() -> made[0] = stored.change(seen, changes));
        return made[0];
    }

    @Override
    public void register(Leadership session, WorkerRegistration worker) {
        session.check();
        change(() -> stored.register(session.election(), session.epoch(), worker));
    }

    @Override
    public void setDraining(NodeId worker, boolean draining) {
        change(() -> stored.setDraining(worker, draining));
    }

    @Override
    public void forget(Session session) {
        change(() -> stored.forget(session));
    }

    @Override
    public void enter(Leadership coordinator) {
        fenced(coordinator, () -> stored.enter(coordinator.epoch()));
    }

    @Override
    public Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes) {
        fenced(coordinator, () -> stored.write(coordinator.epoch(), writes));
        return Set.of();
    }

    @Override
    public List<Release> release(Session session, List<Release> released) {
        change(() -> stored.release(session, released));
        return List.of();
    }

    @Override
    public Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired) {
        List<Release> seen = retired.stream()
                .map(it -> new Release(it.partition(), it.token()))
                .toList();
        fenced(coordinator, () -> stored.purge(coordinator.epoch(), seen));
        return gone(retired);
    }

    private synchronized Set<PartitionId> gone(List<Assignment> retired) {
        return stored.withoutRows(retired);
    }

    @Override
    public void purge(Leadership coordinator, TaskListName list) {
        fenced(coordinator, () -> stored.purge(coordinator.epoch(), list));
    }

    @Override
    public synchronized int retired() {
        return stored.retired();
    }

    private void fenced(Leadership coordinator, Runnable call) {
        coordinator.check();
        try {
            change(call);
        } catch (FencedException refusal) {
            coordinator.refused(refusal);
            throw refusal;
        }
    }

    private synchronized void change(Runnable call) {
        WorkVersion before = stored.version();
        call.run();
        if (!stored.version().equals(before)) {
            watchers.forEach(Runnable::run);
        }
    }

    @Override
    public Runnable onChange(Runnable changed) {
        watchers.add(changed);
        return () -> watchers.remove(changed);
    }

    @Override
    public void close() {}
}
