// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.internal.check.Validation;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.sql.BorrowedConnection;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.SessionChange;
import dev.baton.sql.dialect.SqlFailure;
import dev.baton.sql.dialect.SqlText;
import dev.baton.work.PartitionLimit;
import dev.baton.work.WorkVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * The connections of a work store, kept as long as they work. They have the same limits as those of a lease store: no
 * statement waits on the server for long, and commits are durable. Thread-safe.
 */
final class WorkConnections implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(WorkConnections.class);

    /** One for the worker and one for the coordinator; others are closed after use. */
    private static final int MAX_IDLE = 2;

    /** How long to wait for an answer; a statement may take half of it on the server. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long a process may be idle inside a transaction, during which no other can store anything. */
    private static final Duration MAX_STANDSTILL = Duration.ofSeconds(3);

    /** A transaction that loses this many conflicts in a row is given up. */
    private static final int MAX_TRIES = 8;

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final WorkTables tables;
    private final BlockingDeque<Session> idle = new LinkedBlockingDeque<>(MAX_IDLE);
    private volatile boolean checked;
    private volatile boolean closed;

    WorkConnections(SqlDatabase database, SqlSettings settings) {
        this.database = database;
        this.settings = settings;
        this.tables = new WorkTables(settings.tables());
    }

    /** A connection with its dialect and statements. */
    record Session(BorrowedConnection borrowed, Dialect dialect, WorkStatements statements) {
        Connection connection() {
            return borrowed.get();
        }

        int run(SqlText text, Map<String, ?> parameters) throws SQLException {
            try (PreparedStatement statement = text.prepare(connection(), parameters)) {
                return statement.executeUpdate();
            }
        }

        boolean finds(SqlText query, Map<String, ?> parameters) throws SQLException {
            try (PreparedStatement statement = query.prepare(connection(), parameters);
                    ResultSet result = statement.executeQuery()) {
                return result.next();
            }
        }

        <T> List<T> read(SqlText query, Map<String, ?> parameters, Rows<T> rows) throws SQLException {
            int limit = PartitionLimit.ofThisProcess();
            try (PreparedStatement statement = query.prepare(connection(), parameters)) {
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

        WorkVersion version() throws SQLException {
            try (PreparedStatement query = statements.version().prepare(connection(), Map.of());
                    ResultSet row = query.executeQuery()) {
                return row.next() ? new WorkVersion(row.getLong(1), row.getLong(2)) : WorkVersion.NONE;
            }
        }

        /**
         * Raises the counter of changes. A counter that was deleted or edited continues above everything that it had
         * counted.
         */
        void raise(SqlText counter) throws SQLException {
            if (run(counter, Map.of()) == 0) {
                startCountingAnew();
                run(counter, Map.of());
            }
        }

        void startCountingAnew() throws SQLException {
            run(statements.dropVersion(), Map.of());
            run(statements.addVersion(), Map.of());
        }

        long nextVersion() throws SQLException {
            raise(statements.bumpAssignments());
            return version().assignments();
        }
    }

    /** Converts rows to values. */
    interface Rows<T> {
        List<T> read(ResultSet rows) throws SQLException;
    }

    /** A call on a connection. */
    interface Call<T> {
        T on(Session session) throws SQLException;
    }

    /** Runs a call in autocommit mode. */
    <T> T call(Call<T> call) {
        Session session = take();
        try {
            T result = call.on(session);
            giveBack(session);
            return result;
        } catch (SQLException failed) {
            session.borrowed().discard();
            throw unavailable(failed);
        } catch (RuntimeException | Error failed) {
            putBackOrDiscard(session);
            throw failed;
        }
    }

    /** Runs a call in a transaction, which is committed if the call returns true, and run again after a conflict. */
    void transact(Call<Boolean> call) {
        for (int attempt = 1; ; attempt++) {
            Session session = take();
            SessionChange limits = new SessionChange(session.connection(), session.dialect());
            try {
                session.connection().setAutoCommit(false);
                session.dialect().limitIdle(session.connection(), MAX_STANDSTILL, limits);
                boolean wanted = call.on(session);
                finish(session, wanted);
                session.connection().setAutoCommit(true);
                limits.undo();
                giveBack(session);
                return;
            } catch (SQLException failed) {
                SqlFailure kind = session.dialect().failure(failed);
                rollBack(session, limits);
                // A duplicate is a row that another transaction has added since this one read.
                if ((kind != SqlFailure.BUSY && kind != SqlFailure.DUPLICATE) || attempt == MAX_TRIES) {
                    throw unavailable(failed);
                }
            } catch (RuntimeException | Error failed) {
                rollBack(session, limits);
                throw failed;
            }
        }
    }

    private static void finish(Session session, boolean wanted) throws SQLException {
        if (!wanted) {
            session.connection().rollback();
            return;
        }
        try {
            session.connection().clearWarnings();
            session.connection().commit();
            session.dialect().requireCommitted(session.connection());
        } catch (SQLException failed) {
            if (session.dialect().failure(failed) == SqlFailure.BUSY) {
                throw failed;
            }
            throw new OutcomeUnknownException(
                    "the outcome of a commit of work is unknown: " + failed.getMessage(), failed);
        }
    }

    private void rollBack(Session session, SessionChange limits) {
        try {
            session.connection().rollback();
            session.connection().setAutoCommit(true);
            limits.undo();
            giveBack(session);
        } catch (SQLException | RuntimeException broken) {
            session.borrowed().discard();
        }
    }

    private Session take() {
        if (closed) {
            throw new UnavailableException("the work store is closed");
        }
        Session known = idle.pollFirst();
        if (known != null) {
            return known;
        }
        try {
            return open();
        } catch (SQLException refused) {
            throw unavailable(refused);
        }
    }

    private Session open() throws SQLException {
        BorrowedConnection borrowed = BorrowedConnection.take(database.open(PATIENCE));
        try {
            Dialect dialect = Dialects.forElections(borrowed.get());
            // Before anything is set in a session that may turn out to be shared with others.
            borrowed.requireOwnSession(dialect, () -> database.open(PATIENCE));
            borrowed.prepare(dialect, PATIENCE);
            Session session = new Session(borrowed, dialect, WorkStatements.of(dialect, tables));
            if (!checked) {
                prepare(session);
                checked = true;
            }
            return session;
        } catch (SQLException | RuntimeException | Error broken) {
            borrowed.discard();
            throw broken;
        }
    }

    /** Ensures that the tables exist, with the row that counts changes. */
    private void prepare(Session session) throws SQLException {
        if (settings.createSchema()) {
            try {
                Dialect.run(session.connection(), ddl(session.dialect()));
            } catch (SQLException raced) {
                // Another node may have been faster, which PostgreSQL reports in several ways; only the outcome counts.
                LOG.debug("the tables of work could not be created: {}", raced.getMessage());
            }
        }
        try (PreparedStatement probe = session.statements().version().prepare(session.connection(), Map.of())) {
            probe.executeQuery().close();
        } catch (SQLException missing) {
            Validation.of("tables of work in " + session.dialect().name())
                    .require(
                            session.dialect().failure(missing) != SqlFailure.NO_SUCH_TABLE,
                            "%s is missing, or its user has no grant on it: create the tables with the statements in"
                                    + " docs/work.md, or use createSchema",
                            tables.in("baton_work_version"))
                    .check();
            throw missing;
        }
        try (PreparedStatement add = session.statements().addVersion().prepare(session.connection(), Map.of())) {
            add.executeUpdate();
        } catch (SQLException there) {
            if (session.dialect().failure(there) != SqlFailure.DUPLICATE) {
                throw there;
            }
        }
    }

    /** MariaDB has the statements of MySQL. */
    private List<String> ddl(Dialect dialect) {
        String database = dialect.name().equals("MariaDB") ? "MySQL" : dialect.name();
        return Dialect.statements(WorkConnections.class, database, tables::in);
    }

    private void giveBack(Session session) {
        if (closed || !idle.offerFirst(session)) {
            session.borrowed().giveBack();
        } else if (closed && idle.remove(session)) {
            // The store was closed in between, without this connection.
            session.borrowed().giveBack();
        }
    }

    /** After an error that did not come from the database: the connection itself says whether it is valid. */
    private void putBackOrDiscard(Session session) {
        try {
            if (session.connection().isClosed() || !session.connection().getAutoCommit()) {
                session.borrowed().discard();
            } else {
                giveBack(session);
            }
        } catch (SQLException | RuntimeException broken) {
            session.borrowed().discard();
        }
    }

    private UnavailableException unavailable(SQLException failed) {
        return new UnavailableException(database + ": " + failed.getMessage());
    }

    /** Checks that the tables exist, or creates them. If the database cannot be reached yet, later calls try again. */
    void check() {
        try {
            call(session -> true);
        } catch (UnavailableException later) {
            LOG.warn("the work store cannot be reached yet: {}", later.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.borrowed().giveBack();
        }
    }
}
