// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What one reader knows of a store, kept up to date by reading changes. Confined to one thread. */
public final class WorkState {
    /**
     * A partition whose number is higher than this beyond the others was written by hand, and no task list grows to it.
     */
    private static final int MAX_GAP = 100;

    private WorkVersion version = WorkVersion.NONE;
    private long highestVersion;
    private final NavigableMap<TaskListName, TaskList> lists = new TreeMap<>();
    private final NavigableMap<NodeId, WorkerRegistration> workers = new TreeMap<>();
    private List<PlacementRule> rules = List.of();
    private List<Definitions.Damaged> damaged = List.of();
    private final Map<TaskListName, NavigableMap<Integer, Assignment>> assignments = new TreeMap<>();
    /** Task lists that have partitions and no definition, with the reason. */
    private final NavigableMap<TaskListName, String> undefined = new TreeMap<>();

    /** What a read of the store has changed. */
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
        List<Assignment> rows = assigned ? store.assignmentsSince(version.assignments()) : List.of();
        // After the rows: a task list that came meanwhile must not look like one whose definition was lost.
        if (defined
                || rows.stream()
                        .anyMatch(it -> !lists.containsKey(it.partition().list()))) {
            set(store.definitions());
        }
        putAll(rows);
        // Only now: if a read failed, the next one reads everything again.
        setVersion(now);
        return new Change(defined, assigned);
    }

    /** Reads everything again, which also finds rows that were deleted or edited by hand. */
    public Change reread(WorkStore store) {
        WorkVersion now = store.version();
        List<Assignment> rows = store.assignmentsSince(0);
        // After the rows, as above.
        Definitions read = store.definitions();
        List<Object> definedBefore = definitions();
        Map<TaskListName, NavigableMap<Integer, Assignment>> assignedBefore = new TreeMap<>(assignments);
        assignments.clear();
        set(read);
        putAll(rows);
        Change change = new Change(
                now.definitions() != version.definitions() || !definitions().equals(definedBefore),
                now.assignments() != version.assignments() || !assignments.equals(assignedBefore));
        setVersion(now);
        return change;
    }

    private void setVersion(WorkVersion now) {
        version = now;
        highestVersion = Math.max(highestVersion, now.assignments());
    }

    /** The definitions in a form that can be compared, whatever the order in which a store returns rows. */
    private List<Object> definitions() {
        return List.of(
                Map.copyOf(lists), Map.copyOf(workers), Set.copyOf(rules), Set.copyOf(damaged), Map.copyOf(undefined));
    }

    void set(Definitions read) {
        lists.clear();
        read.lists().forEach(list -> lists.put(list.name(), list));
        workers.clear();
        read.workers().forEach(worker -> workers.put(worker.worker(), worker));
        rules = read.rules();
        damaged = read.damaged();
        undefined.clear();
        List.copyOf(assignments.keySet()).forEach(this::restore);
    }

    void put(Assignment assignment) {
        putAll(List.of(assignment));
    }

    private void putAll(List<Assignment> rows) {
        Set<TaskListName> changed = new HashSet<>();
        for (Assignment row : rows) {
            PartitionId id = row.partition();
            assignments.computeIfAbsent(id.list(), it -> new TreeMap<>()).put(id.number(), row);
            changed.add(id.list());
        }
        changed.forEach(this::restore);
    }

    /** Removes partitions whose rows were deleted. */
    public void forget(Set<PartitionId> gone) {
        Set<TaskListName> changed = new HashSet<>();
        for (PartitionId id : gone) {
            NavigableMap<Integer, Assignment> rows = assignments.get(id.list());
            if (rows != null && rows.remove(id.number()) != null) {
                changed.add(id.list());
                if (rows.isEmpty()) {
                    assignments.remove(id.list());
                }
            }
        }
        changed.forEach(this::restore);
    }

    /** Restores a task list whose definition was damaged or lost from its assignments, so that its work continues. */
    private void restore(TaskListName name) {
        if (lists.containsKey(name) && !undefined.containsKey(name)) {
            return;
        }
        int partitions = 0;
        for (Assignment row : assignments(name).values()) {
            int number = row.partition().number();
            if (row.state() != AssignmentState.RETIRED && number <= 2L * partitions + MAX_GAP) {
                partitions = number + 1;
            }
        }
        if (partitions == 0) {
            lists.remove(name);
            undefined.remove(name);
            return;
        }
        lists.put(name, TaskList.of(name, partitions));
        undefined.put(
                name,
                damaged.stream()
                        .filter(it -> it.kind() == Definitions.Kind.TASK_LIST
                                && it.name().equals(name.toString()))
                        .findFirst()
                        .map(it -> "its definition is invalid: " + it.why())
                        .orElse("its definition is gone"));
    }

    public WorkVersion version() {
        return version;
    }

    /** The highest version of assignments that was ever read: no token of a row that was deleted is above it. */
    long highestVersion() {
        return highestVersion;
    }

    /** The task lists by their names, also retired ones, and those whose definition was damaged or lost. */
    public Collection<TaskList> lists() {
        return Collections.unmodifiableCollection(lists.values());
    }

    public Optional<TaskList> list(TaskListName name) {
        return Optional.ofNullable(lists.get(name));
    }

    /** The task lists that have partitions, and whose definition was damaged or lost; each with the reason. */
    public Map<TaskListName, String> undefined() {
        return Collections.unmodifiableMap(undefined);
    }

    boolean isUndefined(String name) {
        return undefined.keySet().stream().anyMatch(it -> it.toString().equals(name));
    }

    /** The rows of definitions that cannot be read. */
    public List<Definitions.Damaged> damaged() {
        return damaged;
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

    /** How many retired partitions are not deleted yet. */
    public int retired() {
        return (int) assignments.values().stream()
                .flatMap(rows -> rows.values().stream())
                .filter(row -> row.state() == AssignmentState.RETIRED)
                .count();
    }

    public Optional<Assignment> assignment(PartitionId id) {
        return Optional.ofNullable(assignments(id.list()).get(id.number()));
    }

    /** The task lists that have assignments, also those that are no longer defined. */
    public Collection<TaskListName> assignedLists() {
        return Collections.unmodifiableCollection(assignments.keySet());
    }
}
