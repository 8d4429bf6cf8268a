// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What one reader knows of a store: kept up to date by reading what has changed. Confined to one thread. */
public final class WorkState {
    private WorkVersion version = WorkVersion.NONE;
    private final NavigableMap<TaskListName, TaskList> lists = new TreeMap<>();
    private final NavigableMap<NodeId, WorkerRegistration> workers = new TreeMap<>();
    private List<PlacementRule> rules = List.of();
    private final Map<TaskListName, NavigableMap<Integer, Assignment>> assignments = new TreeMap<>();

    /** What changed with a look at the store. */
    public record Change(boolean definitions, boolean assignments) {
        public boolean any() {
            return definitions || assignments;
        }
    }

    /** Reads what has changed since the last time, or everything if the store has lost count. */
    public Change refresh(WorkStore store) {
        WorkVersion now = store.version();
        if (now.isBehind(version)) {
            return reread(store);
        }
        boolean defined = now.definitions() != version.definitions();
        boolean assigned = now.assignments() != version.assignments();
        if (defined) {
            set(store.definitions());
        }
        if (assigned) {
            store.assignmentsSince(version.assignments()).forEach(this::put);
        }
        // Only now: if a read failed, the next time reads it all again.
        version = now;
        return new Change(defined, assigned);
    }

    /** Reads everything again, which also finds rows that were deleted or edited by hand. */
    public Change reread(WorkStore store) {
        WorkVersion now = store.version();
        Definitions read = store.definitions();
        List<Assignment> rows = store.assignmentsSince(0);
        List<Object> definedBefore = definitions();
        Map<TaskListName, NavigableMap<Integer, Assignment>> assignedBefore = new TreeMap<>(assignments);
        set(read);
        assignments.clear();
        rows.forEach(this::put);
        Change change = new Change(
                now.definitions() != version.definitions() || !definitions().equals(definedBefore),
                now.assignments() != version.assignments() || !assignments.equals(assignedBefore));
        version = now;
        return change;
    }

    /** Something to compare, whatever the order in which a store tells its rows. */
    private List<Object> definitions() {
        return List.of(Map.copyOf(lists), Map.copyOf(workers), Set.copyOf(rules));
    }

    void set(Definitions read) {
        lists.clear();
        read.lists().forEach(list -> lists.put(list.name(), list));
        workers.clear();
        read.workers().forEach(worker -> workers.put(worker.worker(), worker));
        rules = read.rules();
    }

    void put(Assignment assignment) {
        PartitionId id = assignment.partition();
        assignments.computeIfAbsent(id.list(), it -> new TreeMap<>()).put(id.number(), assignment);
    }

    public WorkVersion version() {
        return version;
    }

    /** The task lists, also retired ones, by their names. */
    public Collection<TaskList> lists() {
        return Collections.unmodifiableCollection(lists.values());
    }

    public Optional<TaskList> list(TaskListName name) {
        return Optional.ofNullable(lists.get(name));
    }

    public Collection<WorkerRegistration> workers() {
        return Collections.unmodifiableCollection(workers.values());
    }

    public Optional<WorkerRegistration> worker(NodeId id) {
        return Optional.ofNullable(workers.get(id));
    }

    public List<PlacementRule> rules() {
        return rules;
    }

    /** The assignments of a task list, by partition; also those of partitions that it no longer has. */
    public NavigableMap<Integer, Assignment> assignments(TaskListName list) {
        NavigableMap<Integer, Assignment> found = assignments.get(list);
        return found == null ? Collections.emptyNavigableMap() : Collections.unmodifiableNavigableMap(found);
    }

    public Optional<Assignment> assignment(PartitionId id) {
        return Optional.ofNullable(assignments(id.list()).get(id.number()));
    }

    /** The task lists that have assignments, also such that are not defined any more. */
    public Collection<TaskListName> assignedLists() {
        return Collections.unmodifiableCollection(assignments.keySet());
    }
}
