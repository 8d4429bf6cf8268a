// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.ConfigurationException;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.dialect.SqlText;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.DefinitionChange;
import dev.baton.work.Definitions;
import dev.baton.work.PartitionId;
import dev.baton.work.PartitionLimit;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Work in a SQL database: the one of the elections, so that the coordinator's writes are fenced by the same tables.
 *
 * <p>Everything that changes something first raises the counter of changes, and so waits for others that do: versions are
 * committed in their order.
 */
public final class SqlWorkStore implements WorkStore {
    private final WorkConnections connections;
    private final SqlFence fence;
    private final SqlSettings settings;

    private SqlWorkStore(SqlDatabase database, SqlSettings settings) {
        this.connections = new WorkConnections(database, settings);
        this.fence = new SqlFence(settings.tables());
        this.settings = settings;
    }

    /**
     * The work of the cluster that these settings name, beside its elections.
     *
     * @throws ConfigurationException if the tables are missing, and are not to be created
     */
    public static SqlWorkStore on(SqlDatabase database, SqlSettings settings) {
        SqlWorkStore store = new SqlWorkStore(database, settings);
        try {
            store.connections.check();
            return store;
        } catch (RuntimeException refused) {
            store.close();
            throw refused;
        }
    }

    public static SqlWorkStore on(SqlDatabase database) {
        return on(database, SqlSettings.DEFAULT);
    }

    /** On the application's own pool, of which it keeps up to two connections. */
    public static SqlWorkStore on(DataSource pool, SqlSettings settings) {
        return on(SqlDatabase.of(pool), settings);
    }

    /** On the application's own pool, of which it keeps up to two connections. */
    public static SqlWorkStore on(DataSource pool) {
        return on(SqlDatabase.of(pool));
    }

    /** The fence of partitions, for transactions in the same database. */
    public SqlPartitionFence partitionFence() {
        return new SqlPartitionFence(settings.tables());
    }

    // ---- reading

    @Override
    public WorkVersion version() {
        return connections.call(session -> version(session));
    }

    private static WorkVersion version(WorkConnections.Session session) throws SQLException {
        try (PreparedStatement query = session.statements().version().prepare(session.connection(), Map.of());
                ResultSet row = query.executeQuery()) {
            return row.next() ? new WorkVersion(row.getLong(1), row.getLong(2)) : WorkVersion.NONE;
        }
    }

    @Override
    public Definitions definitions() {
        return connections.call(session -> {
            List<Definitions.Damaged> damaged = new ArrayList<>();
            WorkStatements statements = session.statements();
            return new Definitions(
                    read(session, statements.lists(), Map.of(), rows -> WorkRows.lists(rows, damaged)),
                    read(session, statements.workers(), Map.of(), rows -> WorkRows.workers(rows, damaged)),
                    read(session, statements.rules(), Map.of(), rows -> WorkRows.rules(rows, damaged)),
                    damaged);
        });
    }

    @Override
    public List<Assignment> assignmentsSince(long version) {
        return connections.call(session ->
                read(session, session.statements().assignments(), Map.of("version", version), WorkRows::assignments));
    }

    @Override
    public List<Assignment> assignmentsOf(NodeId worker, long version) {
        return connections.call(session -> {
            List<Assignment> rows = read(
                    session,
                    session.statements().owned(),
                    Map.of("worker", worker.value(), "version", version),
                    WorkRows::assignments);
            if (!rows.isEmpty() && session.dialect().showsUnconfirmed()) {
                confirm(session, worker);
            }
            return rows;
        });
    }

    /** A worker acts on what it reads here, so it must last: also where the coordinator's commit is in doubt. */
    private static void confirm(WorkConnections.Session session, NodeId worker) throws SQLException {
        try (PreparedStatement update =
                session.statements().confirm().prepare(session.connection(), Map.of("worker", worker.value()))) {
            update.executeUpdate();
            session.dialect().requireCommitted(update);
        }
    }

    /** Makes values of rows. */
    private interface Rows<T> {
        List<T> read(ResultSet rows) throws SQLException;
    }

    private static <T> List<T> read(
            WorkConnections.Session session, SqlText query, Map<String, ?> parameters, Rows<T> rows)
            throws SQLException {
        int limit = PartitionLimit.ofThisProcess();
        try (PreparedStatement statement = query.prepare(session.connection(), parameters)) {
            statement.setMaxRows(limit + 1);
            try (ResultSet result = statement.executeQuery()) {
                List<T> found = rows.read(result);
                if (found.size() > limit) {
                    throw PartitionLimit.exceeded(limit);
                }
                return found;
            }
        }
    }

    // ---- definitions

    /** Changes definitions; false if there is nothing to change. */
    private void define(WorkConnections.Call<Boolean> change) {
        connections.transact(session -> {
            raise(session, session.statements().bumpDefinitions());
            return change.on(session);
        });
    }

    /** Raises the counter of changes; one that was deleted or edited goes on above all that it had counted. */
    private static void raise(WorkConnections.Session session, SqlText counter) throws SQLException {
        if (run(session, counter, Map.of()) == 0) {
            run(session, session.statements().dropVersion(), Map.of());
            run(session, session.statements().addVersion(), Map.of());
            run(session, counter, Map.of());
        }
    }

    private static int run(WorkConnections.Session session, SqlText text, Map<String, ?> parameters)
            throws SQLException {
        try (PreparedStatement statement = text.prepare(session.connection(), parameters)) {
            return statement.executeUpdate();
        }
    }

    @Override
    public void define(TaskList list) {
        define(session -> define(session, list));
    }

    private static boolean define(WorkConnections.Session session, TaskList list) throws SQLException {
        Map<String, Object> row = WorkRows.list(list);
        WorkStatements statements = session.statements();
        if (known(session, row).filter(list::equals).isPresent()) {
            return false;
        }
        run(session, isThere(session, statements.list(), row) ? statements.changeList() : statements.addList(), row);
        return true;
    }

    /** The task list that a row is about; empty also if its own row cannot be understood. */
    private static Optional<TaskList> known(WorkConnections.Session session, Map<String, Object> row)
            throws SQLException {
        return read(session, session.statements().list(), row, WorkRows::readableLists).stream()
                .findFirst();
    }

    private static boolean isThere(WorkConnections.Session session, SqlText query, Map<String, ?> parameters)
            throws SQLException {
        try (PreparedStatement statement = query.prepare(session.connection(), parameters);
                ResultSet result = statement.executeQuery()) {
            return result.next();
        }
    }

    @Override
    public void add(PlacementRule rule) {
        define(session -> add(session, rule));
    }

    private static boolean add(WorkConnections.Session session, PlacementRule rule) throws SQLException {
        Map<String, Object> row = WorkRows.rule(rule);
        rule.requireFits(known(session, row));
        if (rule.kind() == PlacementRule.Kind.PIN) {
            run(session, session.statements().unpin(), row);
        }
        run(session, session.statements().removeRule(), row);
        run(session, session.statements().addRule(), row);
        return true;
    }

    @Override
    public void remove(PlacementRule rule) {
        define(session -> remove(session, rule));
    }

    private static boolean remove(WorkConnections.Session session, PlacementRule rule) throws SQLException {
        run(session, session.statements().removeRule(), WorkRows.rule(rule));
        return true;
    }

    @Override
    public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
        AtomicBoolean unchanged = new AtomicBoolean();
        define(session -> {
            // Its own change is counted already, and keeps all others out.
            unchanged.set(version(session).definitions() == seen.definitions() + 1);
            boolean any = false;
            for (DefinitionChange change : unchanged.get() ? changes : List.<DefinitionChange>of()) {
                any |= make(session, change);
            }
            return any;
        });
        return unchanged.get();
    }

    private static boolean make(WorkConnections.Session session, DefinitionChange change) throws SQLException {
        if (change instanceof DefinitionChange.Define define) {
            return define(session, define.list());
        }
        if (change instanceof DefinitionChange.AddRule add) {
            return add(session, add.rule());
        }
        if (change instanceof DefinitionChange.RemoveRule remove) {
            return remove(session, remove.rule());
        }
        DefinitionChange.SetDraining drain = (DefinitionChange.SetDraining) change;
        return setDraining(session, drain.worker(), drain.draining());
    }

    @Override
    public void register(Leadership session, WorkerRegistration worker) {
        if (connections.call(on -> isAsSaid(on, worker))) {
            return;
        }
        Map<String, Object> row = WorkRows.worker(worker);
        define(on -> {
            session.check();
            long last = session(on, worker.worker());
            if (last > session.epoch().value()) {
                throw new FencedException(session.election(), session.epoch(), Epoch.of(last));
            }
            run(on, on.statements().register(last, session.epoch().value()), row);
            return true;
        });
    }

    /** Whether a worker's row says what it says itself; whether it drains is for others to say. */
    private static boolean isAsSaid(WorkConnections.Session session, WorkerRegistration worker) throws SQLException {
        Map<String, ?> key = Map.of("worker", worker.worker().value());
        return read(session, session.statements().worker(), key, WorkRows::readableWorkers).stream()
                .anyMatch(it -> it.equals(worker.withDraining(it.draining())));
    }

    /** The last session of a worker that has registered; negative if none has. */
    private static long session(WorkConnections.Session session, NodeId worker) throws SQLException {
        try (PreparedStatement query =
                        session.statements().session().prepare(session.connection(), Map.of("worker", worker.value()));
                ResultSet row = query.executeQuery()) {
            return row.next() ? Math.max(0, row.getLong(1)) : -1;
        }
    }

    @Override
    public void setDraining(NodeId worker, boolean draining) {
        define(session -> setDraining(session, worker, draining));
    }

    private static boolean setDraining(WorkConnections.Session session, NodeId worker, boolean draining)
            throws SQLException {
        if (session(session, worker) < 0) {
            throw new IllegalArgumentException("worker " + worker + " is not registered");
        }
        run(session, session.statements().drain(), Map.of("worker", worker.value(), "draining", draining));
        return true;
    }

    @Override
    public void forget(Session ended) {
        define(session -> {
            if (session(session, ended.worker()) != ended.epoch().value()) {
                return false;
            }
            run(
                    session,
                    session.statements().forget(),
                    Map.of(
                            "worker",
                            ended.worker().value(),
                            "session",
                            ended.epoch().value()));
            return true;
        });
    }

    // ---- assignments

    @Override
    public void enter(Leadership coordinator) {
        fenced(coordinator, (session, connection) -> {});
    }

    @Override
    public Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes) {
        Set<PartitionId> held = new HashSet<>();
        fenced(coordinator, (session, connection) -> {
            held.clear();
            long version = nextVersion(session);
            held.addAll(new AssignmentBatch(session, settings.tables().cluster(), version).write(writes));
        });
        return held;
    }

    /** What the coordinator does in a transaction. */
    private interface Fenced {
        void run(WorkConnections.Session session, Connection connection) throws SQLException;
    }

    private void fenced(Leadership coordinator, Fenced work) {
        coordinator.check();
        connections.call(session -> {
            fence.inTransaction(session.connection(), coordinator, connection -> work.run(session, connection));
            return true;
        });
    }

    private static long nextVersion(WorkConnections.Session session) throws SQLException {
        raise(session, session.statements().bumpAssignments());
        return version(session).assignments();
    }

    @Override
    public List<Release> release(Session owner, List<Release> released) {
        if (released.isEmpty()) {
            return released;
        }
        List<Release> held = new ArrayList<>();
        connections.transact(session -> {
            long version = nextVersion(session);
            held.clear();
            held.addAll(new AssignmentBatch(session, settings.tables().cluster(), version).release(owner, released));
            return held.size() < released.size();
        });
        return held;
    }

    @Override
    public void close() {
        connections.close();
    }
}
