// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ConfigurationException;
import dev.baton.internal.check.Validation;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Notifications;
import dev.baton.sql.dialect.SessionChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection that may belong to a pool. It is returned as it came, session variables included, or aborted so that the
 * pool discards it. Confined to one thread.
 */
public final class BorrowedConnection {
    private static final AsyncLog LOG = AsyncLog.of(BorrowedConnection.class);
    private static final int UNKNOWN = -1;

    private final Connection connection;
    private final boolean autoCommit;
    private final boolean readOnly;
    private int isolation = UNKNOWN;
    private int networkTimeout = UNKNOWN;
    private @Nullable SessionChange change;
    private Optional<Notifications> notices = Optional.empty();

    private BorrowedConnection(Connection connection) throws SQLException {
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.readOnly = connection.isReadOnly();
    }

    /** Takes a connection without a transaction, and switches it to autocommit and to writing. */
    public static BorrowedConnection take(Connection connection) throws SQLException {
        try {
            BorrowedConnection borrowed = new BorrowedConnection(connection);
            connection.setAutoCommit(true);
            connection.setReadOnly(false);
            return borrowed;
        } catch (SQLException | RuntimeException | Error broken) {
            discard(connection);
            throw broken;
        }
    }

    public Connection get() {
        return connection;
    }

    /**
     * Checks that the settings of this connection's session stay with it.
     *
     * @throws ConfigurationException if a pooler lends the session to others between transactions
     */
    public void requireOwnSession(Dialect dialect, Dialect.ConnectionSource another) throws SQLException {
        Optional<String> problem = dialect.sharedSession(connection, another);
        Validation.of("connection to " + dialect.name())
                .require(problem.isEmpty(), "%s", problem.orElse(""))
                .check();
    }

    /**
     * Sets time limits, and makes commits on this connection durable.
     *
     * @param patience how long to wait for an answer. A statement may take half of it on the server, so that its
     *     error still arrives in time
     */
    public void prepare(Dialect dialect, Duration patience) throws SQLException {
        isolation = connection.getTransactionIsolation();
        networkTimeout = networkTimeout();
        SessionChange limits = new SessionChange(connection, dialect);
        change = limits;
        limits.apply(dialect.sessionLimits(patience.dividedBy(2)));
        dialect.makeDurable(connection, limits);
        connection.setTransactionIsolation(dialect.isolation(connection));
        setNetworkTimeout((int) Math.min(patience.toMillis(), Integer.MAX_VALUE));
    }

    /** Subscribes this connection to notifications of the database; the caller has to read them. */
    void listen(Dialect dialect) throws SQLException {
        notices = dialect.notices(connection);
    }

    /** The notifications for this connection, once it listens. */
    Optional<Notifications> notices() {
        return notices;
    }

    private int networkTimeout() throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException embedded) {
            return UNKNOWN;
        }
    }

    /** Restores everything as it was and closes the connection; if that fails, the connection is aborted. */
    public void giveBack() {
        try {
            restore();
            connection.close();
        } catch (SQLException | RuntimeException | Error broken) {
            LOG.debug(
                    "a connection could not be returned: {}", broken.getClass().getName());
            discard(connection);
        }
    }

    private void restore() throws SQLException {
        if (!connection.getAutoCommit()) {
            // Switching autocommit on would commit unfinished work.
            connection.rollback();
        }
        if (notices.isPresent()) {
            notices.get().stop();
        }
        if (change != null) {
            change.undo();
        }
        if (isolation != UNKNOWN) {
            connection.setTransactionIsolation(isolation);
        }
        connection.setReadOnly(readOnly);
        if (networkTimeout != UNKNOWN) {
            setNetworkTimeout(networkTimeout);
        }
        connection.setAutoCommit(autoCommit);
    }

    private void setNetworkTimeout(int millis) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, millis);
        } catch (SQLFeatureNotSupportedException embedded) {
            // The limits of the session apply all the same.
        }
    }

    /**
     * Aborts the connection, whose state cannot be trusted. H2 connections cannot be aborted; there everything is
     * restored, and if that fails, the session is gone. A pool notices in both cases that the connection is broken.
     */
    public void discard() {
        abort(connection);
        giveBack();
    }

    /** Aborts a connection whose state is not known. */
    static void discard(Connection connection) {
        abort(connection);
        close(connection);
    }

    /** Makes a call that hangs on the connection return. Any thread. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | Error unsupported) {
            LOG.debug("aborting a connection failed: {}", unsupported.getClass().getName());
        }
    }

    /** Closes a connection that is no longer needed; if that fails, its work is still committed. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException | Error broken) {
            LOG.debug("closing a connection failed: {}", broken.getClass().getName());
        }
    }
}
