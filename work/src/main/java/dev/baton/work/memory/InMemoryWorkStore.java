// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.memory;

import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Registration;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArraySet;

/** The reference store: in memory, for the workers of one process, for tests and as the twin of other stores. */
public final class InMemoryWorkStore implements WorkStore {
    private final Map<TaskListName, TaskList> lists = new TreeMap<>();
    private final Map<NodeId, Registration> workers = new TreeMap<>();
    private final Set<PlacementRule> rules = new LinkedHashSet<>();
    private final Map<PartitionId, Row> rows = new TreeMap<>();
    private final InMemoryFence fence = new InMemoryFence();
    private final Set<Runnable> watchers = new CopyOnWriteArraySet<>();
    private WorkVersion version = WorkVersion.NONE;

    private record Row(Assignment assignment, long version) {}

    @Override
    public synchronized WorkVersion version() {
        return version;
    }

    @Override
    public synchronized Definitions definitions() {
        return new Definitions(List.copyOf(lists.values()), List.copyOf(workers.values()), List.copyOf(rules));
    }

    @Override
    public synchronized List<Assignment> assignmentsSince(long since) {
        return rows.values().stream()
                .filter(row -> row.version() > since)
                .map(Row::assignment)
                .toList();
    }

    @Override
    public synchronized List<Assignment> assignmentsOf(NodeId worker, long since) {
        return assignmentsSince(since).stream()
                .filter(it -> it.owner()
                        .filter(owner -> owner.worker().equals(worker))
                        .isPresent())
                .toList();
    }

    @Override
    public synchronized void define(TaskList list) {
        if (!list.equals(lists.put(list.name(), list))) {
            defined();
        }
    }

    @Override
    public synchronized void add(PlacementRule rule) {
        TaskList list = lists.get(rule.list());
        rule.requireFits(Optional.ofNullable(list));
        if (rule.kind() == PlacementRule.Kind.PIN) {
            rules.removeIf(rule::replaces);
        }
        rules.add(rule);
        defined();
    }

    @Override
    public synchronized void remove(PlacementRule rule) {
        if (rules.remove(rule)) {
            defined();
        }
    }

    @Override
    public synchronized void register(Leadership session, Registration worker) {
        session.check();
        Registration known = workers.get(worker.worker());
        if (known != null && known.session().epoch().isAfter(session.epoch())) {
            throw new FencedException(
                    session.election(), session.epoch(), known.session().epoch());
        }
        workers.put(worker.worker(), worker);
        defined();
    }

    @Override
    public synchronized void setDraining(NodeId worker, boolean draining) {
        Registration known = workers.get(worker);
        if (known == null) {
            throw new IllegalArgumentException("worker " + worker + " is not registered");
        }
        workers.put(worker, known.withDraining(draining));
        defined();
    }

    @Override
    public synchronized void forget(Session session) {
        Registration known = workers.get(session.worker());
        if (known != null && known.session().equals(session)) {
            workers.remove(session.worker());
            defined();
        }
    }

    @Override
    public synchronized void enter(Leadership coordinator) {
        coordinator.check();
        fence.pass(coordinator);
    }

    @Override
    public synchronized void write(Leadership coordinator, List<AssignmentWrite> writes) {
        coordinator.check();
        fence.pass(coordinator);
        List<Assignment> changed = new ArrayList<>();
        for (AssignmentWrite write : writes) {
            Row row = rows.get(write.next().partition());
            boolean same = write.seen()
                    .map(seen -> row != null
                            && row.assignment().token() == seen.token()
                            && row.assignment().state() == seen.state())
                    .orElse(row == null);
            if (same) {
                changed.add(write.next());
            }
        }
        store(changed);
    }

    @Override
    public synchronized void release(Session session, List<Release> released) {
        List<Assignment> changed = new ArrayList<>();
        for (Release release : released) {
            Row row = rows.get(release.partition());
            if (row != null
                    && row.assignment().isOwnedBy(session)
                    && row.assignment().token() == release.token()) {
                changed.add(row.assignment().free(row.assignment().coordinator()));
            }
        }
        store(changed);
    }

    private void store(List<Assignment> changed) {
        if (!changed.isEmpty()) {
            long next = version.assignments() + 1;
            changed.forEach(it -> rows.put(it.partition(), new Row(it, next)));
            changed(new WorkVersion(version.definitions(), next));
        }
    }

    private void defined() {
        changed(new WorkVersion(version.definitions() + 1, version.assignments()));
    }

    private void changed(WorkVersion next) {
        version = next;
        watchers.forEach(Runnable::run);
    }

    @Override
    public Runnable onChange(Runnable changed) {
        watchers.add(changed);
        return () -> watchers.remove(changed);
    }

    @Override
    public void close() {}
}
