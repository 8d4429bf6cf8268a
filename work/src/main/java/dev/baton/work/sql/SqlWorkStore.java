// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.ConfigurationException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.dialect.SqlText;
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
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A work store in a SQL database: the database of the elections, so that the same tables fence the coordinator's
 * writes.
 *
 * <p>Every change first raises the counter of changes, and so waits for other changes: versions are committed in order.
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
     * Opens the store of the cluster that these settings name, next to its elections.
     *
     * @throws ConfigurationException if the tables are missing, and may not be created
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
        return connections.call(session -> session.version());
    }

    @Override
    public Definitions definitions() {
        return connections.call(session -> {
            List<Definitions.Damaged> damaged = new ArrayList<>();
            WorkStatements statements = session.statements();
            return new Definitions(
                    session.read(statements.lists(), Map.of(), rows -> WorkRows.lists(rows, damaged)),
                    session.read(statements.workers(), Map.of(), rows -> WorkRows.workers(rows, damaged)),
                    session.read(statements.rules(), Map.of(), rows -> WorkRows.rules(rows, damaged)),
                    damaged);
        });
    }

    @Override
    public List<Assignment> assignmentsSince(long version) {
        return connections.call(session ->
                session.read(session.statements().assignments(), Map.of("version", version), WorkRows::assignments));
    }

    @Override
    public List<Assignment> assignmentsOf(NodeId worker, long version) {
        return connections.call(session -> {
            List<Assignment> rows = session.read(
                    session.statements().owned(),
                    Map.of("worker", worker.value(), "version", version),
                    WorkRows::assignments);
            if (!rows.isEmpty() && session.dialect().showsUnconfirmed()) {
                confirm(session, worker);
            }
            return rows;
        });
    }

    /** A worker acts on what it reads here, so it must be durable, even if the coordinator's commit is in doubt. */
    private static void confirm(WorkConnections.Session session, NodeId worker) throws SQLException {
        if (!confirm(session, session.statements().confirm(), Map.of("worker", worker.value()))
                && !confirm(session, session.statements().confirmVersion(), Map.of())) {
            throw new UnavailableException("no row was found to confirm that the partitions' rows are durable");
        }
    }

    /** False if the row to write does not exist: then the commit would not wait for a standby. */
    private static boolean confirm(WorkConnections.Session session, SqlText text, Map<String, ?> parameters)
            throws SQLException {
        try (PreparedStatement update = text.prepare(session.connection(), parameters)) {
            boolean wrote = update.executeUpdate() > 0;
            session.dialect().requireCommitted(update);
            return wrote;
        }
    }

    // ---- definitions

    /** Changes definitions; false if there is nothing to change. */
    private void define(WorkConnections.Call<Boolean> change) {
        connections.transact(session -> {
            session.raise(session.statements().bumpDefinitions());
            return change.on(session);
        });
    }

    @Override
    public void define(TaskList list) {
        define(session -> DefinitionWrites.define(session, list));
    }

    @Override
    public void add(PlacementRule rule) {
        define(session -> DefinitionWrites.add(session, rule));
    }

    @Override
    public void remove(PlacementRule rule) {
        define(session -> DefinitionWrites.remove(session, rule));
    }

    @Override
    public boolean change(WorkVersion seen, List<DefinitionChange> changes) {
        AtomicBoolean unchanged = new AtomicBoolean();
        define(session -> {
            // Its own change is already counted, and excludes all others.
            unchanged.set(session.version().definitions() == seen.definitions() + 1);
            boolean any = false;
            for (DefinitionChange change : unchanged.get() ? changes : List.<DefinitionChange>of()) {
                any |= DefinitionWrites.make(session, change);
            }
            return any;
        });
        return unchanged.get();
    }

    @Override
    public void register(Leadership session, WorkerRegistration worker) {
        if (connections.call(on -> DefinitionWrites.isAsSaid(on, worker))) {
            return;
        }
        define(on -> DefinitionWrites.register(on, session, worker));
    }

    @Override
    public void setDraining(NodeId worker, boolean draining) {
        define(session -> DefinitionWrites.setDraining(session, worker, draining));
    }

    @Override
    public void forget(Session ended) {
        define(session -> DefinitionWrites.forget(session, ended));
    }

    // ---- assignments

    /** Corrects a counter that was set back by hand, since no token may be given twice. */
    @Override
    public void enter(Leadership coordinator) {
        fenced(coordinator, (session, connection) -> {
            if (session.finds(session.statements().beyond(), Map.of())) {
                session.startCountingAnew();
            }
        });
    }

    @Override
    public Set<PartitionId> write(Leadership coordinator, List<AssignmentWrite> writes) {
        Set<PartitionId> held = new HashSet<>();
        fenced(coordinator, (session, connection) -> {
            held.clear();
            long version = session.nextVersion();
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

    @Override
    public Set<PartitionId> purge(Leadership coordinator, List<Assignment> retired) {
        Set<PartitionId> gone = new HashSet<>();
        fenced(coordinator, (session, connection) -> {
            gone.clear();
            gone.addAll(new RetiredRows(session).purge(retired));
        });
        return gone;
    }

    @Override
    public void purge(Leadership coordinator, TaskListName list) {
        coordinator.check();
        define(session -> {
            boolean deleted = DefinitionWrites.purge(session, list);
            fence.check(session.connection(), coordinator);
            return deleted;
        });
    }

    @Override
    public int retired() {
        return connections.call(session -> {
            try (PreparedStatement query = session.statements().retired().prepare(session.connection(), Map.of());
                    ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        });
    }

    @Override
    public List<Release> release(Session owner, List<Release> released) {
        if (released.isEmpty()) {
            return released;
        }
        List<Release> held = new ArrayList<>();
        connections.transact(session -> {
            long version = session.nextVersion();
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
