// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.memory;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.NodeId;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.DefinitionChange;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of a work store in memory, and its changes. Deterministic: the same calls in the same order have the same
 * result. A call that throws changes nothing. Not thread-safe.
 */
public final class InMemoryWorkState {
    private final Map<TaskListName, TaskList> lists = new TreeMap<>();
    private final Map<NodeId, WorkerRegistration> workers = new TreeMap<>();
    private final Set<PlacementRule> rules = new LinkedHashSet<>();
    private final NavigableMap<PartitionId, Row> rows = new TreeMap<>();
    private WorkVersion version = WorkVersion.NONE;
    private Epoch coordinator = Epoch.NONE;
    /** No token of a deleted row is above this version. */
    private long purged;

    /** An assignment, and the version that it was written under. */
    public record Row(Assignment assignment, long version) {}

    public InMemoryWorkState() {}

    /** Creates a state from what was read of another. */
    public InMemoryWorkState(
            WorkVersion version, Epoch coordinator, long purged, Definitions definitions, Collection<Row> stored) {
        this.version = version;
        this.coordinator = coordinator;
        this.purged = purged;
        set(definitions);
        stored.forEach(row -> rows.put(row.assignment().partition(), row));
    }

    public WorkVersion version() {
        return version;
    }

    /** The epoch of the last coordinator that took over. */
    public Epoch coordinator() {
        return coordinator;
    }

    /** The version of the last deletion of rows: the token of a new row is above it. */
    public long purged() {
        return purged;
    }

    public Definitions definitions() {
        return new Definitions(List.copyOf(lists.values()), List.copyOf(workers.values()), List.copyOf(rules));
    }

    public Collection<Row> rows() {
        return List.copyOf(rows.values());
    }

    public List<Assignment> assignmentsSince(long since) {
        return rows.values().stream()
                .filter(row -> row.version() > since)
                .map(Row::assignment)
                .toList();
    }

    public void define(TaskList list) {
        if (!list.equals(lists.put(list.name(), list))) {
            defined();
        }
    }

    public void add(PlacementRule rule) {
        TaskList list = lists.get(rule.list());
        rule.requireFits(Optional.ofNullable(list));
        if (rule.kind() == PlacementRule.Kind.PIN) {
            rules.removeIf(rule::replaces);
        }
        rules.add(rule);
        defined();
    }

    public void remove(PlacementRule rule) {
        if (rules.remove(rule)) {
            defined();
        }
    }

    public void register(ElectionName election, Epoch session, WorkerRegistration worker) {
        WorkerRegistration known = workers.get(worker.worker());
        if (known != null && known.session().epoch().isAfter(session)) {
            throw new FencedException(election, session, known.session().epoch());
        }
        WorkerRegistration said = known != null && known.session().epoch().equals(session)
                ? worker.withDraining(known.draining())
                : worker;
        if (!said.equals(known)) {
            workers.put(worker.worker(), said);
            defined();
        }
    }

    /** Makes all of these changes, or none; false if definitions have changed since that version. */
    public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
        if (version.definitions() != seen.definitions()) {
            return false;
        }
        WorkVersion before = version;
        Definitions definitions = definitions();
        try {
            changes.forEach(this::make);
            return true;
        } catch (IllegalArgumentException refused) {
            version = before;
            lists.clear();
            workers.clear();
            rules.clear();
            set(definitions);
            throw refused;
        }
    }

    private void make(DefinitionChange change) {
        if (change instanceof DefinitionChange.Define define) {
            define(define.list());
        } else if (change instanceof DefinitionChange.AddRule add) {
            add(add.rule());
        } else if (change instanceof DefinitionChange.RemoveRule remove) {
            remove(remove.rule());
        } else if (change instanceof DefinitionChange.SetDraining drain) {
            setDraining(drain.worker(), drain.draining());
        }
    }

    private void set(Definitions definitions) {
        definitions.lists().forEach(list -> lists.put(list.name(), list));
        definitions.workers().forEach(worker -> workers.put(worker.worker(), worker));
        rules.addAll(definitions.rules());
    }

    public void setDraining(NodeId worker, boolean draining) {
        WorkerRegistration known = workers.get(worker);
        if (known == null) {
            throw new IllegalArgumentException("worker " + worker + " is not registered");
        }
        workers.put(worker, known.withDraining(draining));
        defined();
    }

    public void forget(Session session) {
        WorkerRegistration known = workers.get(session.worker());
        if (known != null && known.session().equals(session)) {
            workers.remove(session.worker());
            defined();
        }
    }

    /** A coordinator with this epoch takes over, or writes. */
    public void enter(Epoch epoch) {
        if (coordinator.isAfter(epoch)) {
            throw new FencedException(Session.COORDINATOR, epoch, coordinator);
        }
        coordinator = epoch;
    }

    public void write(Epoch epoch, List<AssignmentWrite> writes) {
        enter(epoch);
        List<Assignment> changed = new ArrayList<>();
        for (AssignmentWrite write : writes) {
            Row row = rows.get(write.next().partition());
            boolean same = write.seen()
                    .map(seen -> row != null
                            && row.assignment().token() == seen.token()
                            && row.assignment().state() == seen.state())
                    // A write that was computed before rows were deleted, and came late, must not bring an old token
                    // back.
                    .orElse(row == null && write.next().token() > purged);
            if (same) {
                changed.add(write.next());
            }
        }
        store(changed);
    }

    public void release(Session session, List<Release> released) {
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

    /** Deletes rows of retired partitions that are as they were seen, and whose tokens are below all that will be given. */
    public void purge(Epoch epoch, List<Release> retired) {
        enter(epoch);
        List<PartitionId> gone = retired.stream()
                .filter(seen -> isPurgeable(rows.get(seen.partition()), seen))
                .map(Release::partition)
                .toList();
        if (!gone.isEmpty()) {
            gone.forEach(rows::remove);
            version = new WorkVersion(version.definitions(), version.assignments() + 1);
            purged = version.assignments();
        }
    }

    private static boolean isPurgeable(@Nullable Row row, Release seen) {
        return row != null
                && row.assignment().state() == AssignmentState.RETIRED
                && row.assignment().token() == seen.token()
                && row.assignment().token() <= row.version();
    }

    /** Deletes a task list that is retired and has no rows, with its rules. */
    public void purge(Epoch epoch, TaskListName name) {
        enter(epoch);
        TaskList list = lists.get(name);
        PartitionId next = rows.ceilingKey(name.partition(0));
        boolean empty = next == null || !next.list().equals(name);
        if (list != null && list.retired() && empty) {
            lists.remove(name);
            rules.removeIf(rule -> rule.list().equals(name));
            defined();
        }
    }

    /** Those of these partitions that have no row. */
    public Set<PartitionId> withoutRows(Collection<Assignment> some) {
        return some.stream()
                .map(Assignment::partition)
                .filter(it -> !rows.containsKey(it))
                .collect(Collectors.toSet());
    }

    /** How many rows are those of retired partitions. */
    public int retired() {
        return (int) rows.values().stream()
                .filter(it -> it.assignment().state() == AssignmentState.RETIRED)
                .count();
    }

    private void store(List<Assignment> changed) {
        if (!changed.isEmpty()) {
            long next = version.assignments() + 1;
            changed.forEach(it -> rows.put(it.partition(), new Row(it, next)));
            version = new WorkVersion(version.definitions(), next);
        }
    }

    private void defined() {
        version = new WorkVersion(version.definitions() + 1, version.assignments());
    }
}
