// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkerRegistration;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Values from rows, and back. Rows may have been edited by hand: one that cannot be understood is never taken for
 * something else. A partition's is {@link AssignmentState#DAMAGED}; others are told as {@link Definitions.Damaged}.
 */
final class WorkRows {
    private static final AsyncLog LOG = AsyncLog.of(WorkRows.class);

    private static final int WHOLE_LIST = -1;

    private WorkRows() {}

    /** Reads one row. */
    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** What is told of a row that cannot be understood. */
    private interface Complaint {
        void about(ResultSet row, String why) throws SQLException;
    }

    private static <T> List<T> all(ResultSet rows, Reader<T> reader, Complaint complaint) throws SQLException {
        List<T> found = new ArrayList<>();
        while (rows.next()) {
            try {
                found.add(reader.read(rows));
            } catch (IllegalArgumentException | ArithmeticException damaged) {
                complaint.about(rows, String.valueOf(damaged.getMessage()));
            }
        }
        return found;
    }

    static List<TaskList> lists(ResultSet rows, List<Definitions.Damaged> damaged) throws SQLException {
        return all(
                rows,
                WorkRows::list,
                (row, why) -> damaged.add(new Definitions.Damaged(
                        Definitions.Kind.TASK_LIST, row.getString(1) + "/" + row.getString(2), why)));
    }

    static List<TaskList> readableLists(ResultSet rows) throws SQLException {
        return lists(rows, new ArrayList<>());
    }

    static List<WorkerRegistration> readableWorkers(ResultSet rows) throws SQLException {
        return workers(rows, new ArrayList<>());
    }

    private static TaskList list(ResultSet row) throws SQLException {
        return new TaskList(
                new TaskListName(row.getString(1), row.getString(2)),
                Math.toIntExact(row.getLong(3)),
                Math.toIntExact(row.getLong(4)),
                row.getBoolean(5));
    }

    static List<WorkerRegistration> workers(ResultSet rows, List<Definitions.Damaged> damaged) throws SQLException {
        return all(
                rows,
                row -> new WorkerRegistration(
                        new Session(NodeId.of(row.getString(1)), Epoch.of(row.getLong(2))),
                        Incarnation.parse(row.getString(3)),
                        row.getString(4),
                        Math.toIntExact(row.getLong(5)),
                        names(row.getString(6)),
                        metadata(row.getString(7)),
                        row.getBoolean(8)),
                (row, why) -> damaged.add(new Definitions.Damaged(Definitions.Kind.WORKER, row.getString(1), why)));
    }

    static List<PlacementRule> rules(ResultSet rows, List<Definitions.Damaged> damaged) throws SQLException {
        return all(
                rows,
                WorkRows::rule,
                (row, why) -> damaged.add(new Definitions.Damaged(
                        Definitions.Kind.PLACEMENT,
                        "of " + row.getString(2) + "/" + row.getString(3) + " for " + row.getString(5),
                        why)));
    }

    private static PlacementRule rule(ResultSet row) throws SQLException {
        int partition = Math.toIntExact(row.getLong(4));
        return new PlacementRule(
                PlacementRule.Kind.valueOf(row.getString(1)),
                new TaskListName(row.getString(2), row.getString(3)),
                partition == WHOLE_LIST ? OptionalInt.empty() : OptionalInt.of(partition),
                NodeId.of(row.getString(5)));
    }

    /** Rows of partitions; what many of them have in common is one object, since there may be very many. */
    static List<Assignment> assignments(ResultSet rows) throws SQLException {
        Map<Object, Object> shared = new HashMap<>();
        Reader<Assignment> reader = row -> {
            PartitionId id = share(shared, new TaskListName(row.getString(1), row.getString(2)))
                    .partition(Math.toIntExact(row.getLong(3)));
            try {
                return assignment(id, row, shared);
            } catch (IllegalArgumentException damaged) {
                return Assignment.damaged(id, row.getLong(7));
            }
        };
        return all(rows, reader, (row, why) -> LOG.error("ignoring an invalid row of partitions: {}", why));
    }

    private static Assignment assignment(PartitionId id, ResultSet row, Map<Object, Object> shared)
            throws SQLException {
        String owner = row.getString(5);
        Optional<Session> session = owner.isEmpty()
                ? Optional.empty()
                : share(shared, Optional.of(new Session(NodeId.of(owner), Epoch.of(row.getLong(6)))));
        Optional<NodeId> target =
                Optional.of(row.getString(8)).filter(it -> !it.isEmpty()).map(NodeId::of);
        return new Assignment(
                id,
                AssignmentState.valueOf(row.getString(4)),
                session,
                row.getLong(7),
                share(shared, target),
                share(shared, Epoch.of(row.getLong(9))));
    }

    /** The first value that was equal to this one. */
    @SuppressWarnings("unchecked")
    private static <T> T share(Map<Object, Object> shared, T value) {
        return (T) shared.computeIfAbsent(value, it -> it);
    }

    static Map<String, Object> list(TaskList list) {
        return Map.of(
                "domain", list.name().domain(),
                "list", list.name().name(),
                "partitions", list.partitions(),
                "weight", list.weight(),
                "retired", list.retired());
    }

    static Map<String, Object> worker(WorkerRegistration worker) {
        return Map.of(
                "worker", worker.worker().value(),
                "session", worker.session().epoch().value(),
                "incarnation", worker.incarnation().toString(),
                "zone", worker.zone(),
                "weight", worker.weight(),
                "lists",
                        worker.taskLists().stream()
                                .sorted()
                                .map(TaskListName::toString)
                                .collect(Collectors.joining(",")),
                "metadata",
                        worker.metadata().entrySet().stream()
                                .map(it -> it.getKey() + "=" + it.getValue())
                                .sorted()
                                .collect(Collectors.joining("\n")),
                "draining", worker.draining());
    }

    static Map<String, Object> rule(PlacementRule rule) {
        return Map.of(
                "kind", rule.kind().name(),
                "domain", rule.list().domain(),
                "list", rule.list().name(),
                "partition", (long) rule.partition().orElse(WHOLE_LIST),
                "worker", rule.worker().value());
    }

    /** The partition that the first three columns name. */
    static PartitionId key(ResultSet row) throws SQLException {
        return new TaskListName(row.getString(1), row.getString(2)).partition(Math.toIntExact(row.getLong(3)));
    }

    static List<Object> key(PartitionId id) {
        return List.of(id.list().domain(), id.list().name(), (long) id.number());
    }

    static Map<String, Object> parameters(PartitionId id) {
        return Map.of(
                "domain", id.list().domain(),
                "list", id.list().name(),
                "partition", (long) id.number());
    }

    /** The columns of a partition without the cluster. */
    static List<Object> row(Assignment it, long version) {
        return List.of(
                it.partition().list().domain(),
                it.partition().list().name(),
                (long) it.partition().number(),
                it.state().name(),
                it.owner().map(owner -> owner.worker().value()).orElse(""),
                it.owner().map(owner -> owner.epoch().value()).orElse(0L),
                it.token(),
                it.target().map(NodeId::value).orElse(""),
                it.coordinator().value(),
                version);
    }

    private static Set<TaskListName> names(String text) {
        Set<TaskListName> names = new LinkedHashSet<>();
        for (String name : text.split(",")) {
            if (!name.isEmpty()) {
                names.add(TaskListName.of(name));
            }
        }
        return names;
    }

    private static Map<String, String> metadata(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                found.put(line.substring(0, equals), line.substring(equals + 1));
            }
        });
        return found;
    }
}
