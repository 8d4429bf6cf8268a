// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.core.OutcomeUnknownException;
import dev.baton.core.Rules;
import dev.baton.core.UnavailableException;
import dev.baton.runtime.AsyncLog;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Failure;
import dev.baton.sql.dialect.SessionChange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * The connections of a work store, kept for as long as they work. They are limited like those of a lease store: nothing
 * waits on the server for long, and what is committed is durable. Safe for use by several threads.
 */
final class WorkConnections implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(WorkConnections.class);

    /** One for the worker and one for the coordinator; others are closed after use. */
    private static final int MAX_IDLE = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(5);
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

    /** A connection with what belongs to it. */
    record Session(
            Connection connection, Dialect dialect, WorkStatements statements, SessionChange change, int isolation) {}

    /** What is done on a connection. */
    interface Call<T> {
        T on(Session session) throws SQLException;
    }

    /** In autocommit mode. */
    <T> T call(Call<T> call) {
        Session session = take();
        try {
            T result = call.on(session);
            giveBack(session);
            return result;
        } catch (SQLException failed) {
            discard(session);
            throw unavailable(failed);
        } catch (RuntimeException | Error failed) {
            putBackOrDiscard(session);
            throw failed;
        }
    }

    /** In a transaction, which is committed if the call returns true, and run again if it was the victim of a conflict. */
    void transact(Call<Boolean> call) {
        for (int attempt = 1; ; attempt++) {
            Session session = take();
            try {
                session.connection().setAutoCommit(false);
                boolean wanted = call.on(session);
                finish(session, wanted);
                session.connection().setAutoCommit(true);
                giveBack(session);
                return;
            } catch (SQLException failed) {
                boolean busy = session.dialect().failure(failed) == Failure.BUSY;
                rollBack(session);
                if (!busy || attempt == MAX_TRIES) {
                    throw unavailable(failed);
                }
            } catch (RuntimeException | Error failed) {
                rollBack(session);
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
            session.connection().commit();
        } catch (SQLException failed) {
            if (session.dialect().failure(failed) == Failure.BUSY) {
                throw failed;
            }
            throw new OutcomeUnknownException("a commit of work was not answered: " + failed.getMessage(), failed);
        }
    }

    private void rollBack(Session session) {
        try {
            session.connection().rollback();
            session.connection().setAutoCommit(true);
            giveBack(session);
        } catch (SQLException | RuntimeException broken) {
            discard(session);
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
        Connection connection = database.open(PATIENCE);
        try {
            connection.setAutoCommit(true);
            Dialect dialect = Dialects.forElections(connection);
            SessionChange change = new SessionChange(connection, dialect);
            Session session = new Session(
                    connection,
                    dialect,
                    WorkStatements.of(dialect, tables),
                    change,
                    connection.getTransactionIsolation());
            change.apply(dialect.sessionLimits(LONGEST_STATEMENT));
            dialect.makeDurable(connection, change);
            connection.setTransactionIsolation(dialect.isolation(connection));
            if (!checked) {
                prepare(session);
                checked = true;
            }
            return session;
        } catch (SQLException | RuntimeException | Error broken) {
            abort(connection);
            throw broken;
        }
    }

    /** Makes sure that the tables are there, and the row that counts changes. */
    private void prepare(Session session) throws SQLException {
        if (settings.createSchema()) {
            try {
                Dialect.run(session.connection(), ddl(session.dialect()));
            } catch (SQLException raced) {
                // Another node may have been faster, which PostgreSQL reports in several ways: what counts is the
                // outcome.
                LOG.debug("tables of work were not created: {}", raced.getMessage());
            }
        }
        try (PreparedStatement probe = session.statements().version().prepare(session.connection(), Map.of())) {
            probe.executeQuery().close();
        } catch (SQLException missing) {
            Rules.of("tables of work in " + session.dialect().name())
                    .require(
                            session.dialect().failure(missing) != Failure.NO_SUCH_TABLE,
                            "%s is missing, or its user has no grant on it: create the tables with the statements in"
                                    + " docs/work.md, or ask for createSchema",
                            tables.in("baton_work_version"))
                    .check();
            throw missing;
        }
        try (PreparedStatement add = session.statements().addVersion().prepare(session.connection(), Map.of())) {
            add.executeUpdate();
        } catch (SQLException there) {
            if (session.dialect().failure(there) != Failure.DUPLICATE) {
                throw there;
            }
        }
    }

    private List<String> ddl(Dialect dialect) {
        String file = dialect.name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = WorkConnections.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(tables.in(text).split(";"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void giveBack(Session session) {
        if (closed || !idle.offerFirst(session)) {
            close(session);
        }
    }

    /** After an error that was not the database's: the connection is as good as it says it is. */
    private void putBackOrDiscard(Session session) {
        try {
            if (session.connection().isClosed() || !session.connection().getAutoCommit()) {
                discard(session);
            } else {
                giveBack(session);
            }
        } catch (SQLException | RuntimeException broken) {
            discard(session);
        }
    }

    private static void discard(Session session) {
        abort(session.connection());
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | Error unsupported) {
            LOG.debug("aborting a connection failed: {}", unsupported.getClass().getName());
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException broken) {
            LOG.debug("closing a connection failed: {}", broken.getClass().getName());
        }
    }

    /** It may belong to a pool: it goes back as it came, or not at all. */
    private static void close(Session session) {
        try {
            session.change().undo();
            session.connection().setTransactionIsolation(session.isolation());
            session.connection().close();
        } catch (SQLException | RuntimeException broken) {
            discard(session);
        }
    }

    private UnavailableException unavailable(SQLException failed) {
        return new UnavailableException(database + ": " + failed.getMessage());
    }

    /** Passes if the tables are there, or could be created. A database that cannot be reached yet is tried again later. */
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
            close(session);
        }
    }
}
