// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Fence;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.FenceStatements;
import dev.baton.sql.dialect.SessionChange;
import dev.baton.sql.dialect.SqlFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A fence inside a transaction of the application: a leader that was replaced cannot commit. Stateless; any thread may
 * use it.
 *
 * <p>The fence row of an election has the highest epoch that was granted. {@link #check} reads it as it is now, under
 * any isolation level, and holds it until the transaction ends. Taking over an election raises it, and so waits for
 * the transactions that hold it. Therefore:
 *
 * <ol>
 *   <li>A transaction that has passed the fence commits before another node leads. Renewals do not wait for it.
 *   <li>A takeover waits for it, so check late in a transaction and keep the rest short.
 *   <li>A transaction that comes after a takeover is refused.
 * </ol>
 *
 * <p>{@link #inTransaction(DataSource, Leadership, Work)} does all of this: it begins the transaction, checks right
 * before the commit, and leaves nothing behind on the connection.
 *
 * <p>If the leases are in another database, the same table is an independent fence: it remembers the highest epoch that
 * passed. Have a new leader pass it once, in a separate transaction, before it reads what its writes depend on.
 */
public final class SqlFence {
    private final TableNames tables;

    public SqlFence() {
        this(TableNames.DEFAULT);
    }

    public SqlFence(TableNames tables) {
        this.tables = tables;
    }

    /**
     * Runs {@code work} in a transaction on a connection of {@code source}, as
     * {@link #inTransaction(Connection, Leadership, Work)} does, and closes the connection.
     */
    public void inTransaction(DataSource source, Leadership leadership, Work work) throws SQLException {
        leadership.check();
        Connection connection = source.getConnection();
        try {
            new FencedTransaction(connection, leadership, work, this::pass).run();
        } finally {
            // Not a try-with-resources: if closing fails, the commit has happened all the same.
            BorrowedConnection.close(connection);
        }
    }

    /**
     * Runs {@code work} in a transaction, passes the fence at its end, and commits. A victim of a deadlock or of a
     * serialization failure is run again, as long as the leadership lasts and at most
     * {@value FencedTransaction#MAX_TRIES} times. If the process is paused in the middle of it, the server ends the
     * transaction once the leadership may be over, so that it does not hold up the next leader. (H2 has no such limit.)
     *
     * <p>Whatever happens, the connection is left with nothing uncommitted, in autocommit mode and with the session
     * variables that it had before. If that is not possible, the connection is aborted and closed. The same holds if it
     * breaks after the commit: this method then returns, since everything was written.
     *
     * @param connection in autocommit mode, so that no transaction is under way
     * @throws NotLeaderException if the leadership is over by this process's own clock; nothing was written
     * @throws FencedException if another leader was elected; nothing was written
     * @throws OutcomeUnknownException if the commit was not answered: all was written, or nothing
     * @throws SQLException if the database refused it; nothing was written
     */
    public void inTransaction(Connection connection, Leadership leadership, Work work) throws SQLException {
        leadership.check();
        if (!connection.getAutoCommit()) {
            throw new IllegalStateException("a transaction may be open on this connection, and its statements would be"
                    + " committed or run again with the fenced ones: switch autocommit on, or end your transaction"
                    + " with check");
        }
        new FencedTransaction(connection, leadership, work, this::pass).run();
    }

    /**
     * Checks that no leader was elected after this one, and ensures that none is until the transaction has ended: for
     * transactions that other code begins and commits. Call it last.
     *
     * <p>Do not call it inside a savepoint: on PostgreSQL and H2 a rollback to it would release the fence, and on all
     * databases it would undo what a fence without a table of leases has recorded. PostgreSQL refuses it.
     *
     * @param connection in a transaction, which the caller commits or rolls back
     * @throws NotLeaderException if the leadership is over by this process's own clock
     * @throws FencedException if another leader was elected; roll back
     * @throws SQLException if the database refused it, as after a deadlock; roll back and retry the whole transaction
     */
    public void check(Connection connection, Leadership leadership) throws SQLException {
        leadership.check();
        pass(connection, leadership);
        requireNoSavepoint(connection, leadership.election());
    }

    /**
     * Lets the server end the current transaction if this process is paused in it until the leadership may be over, so
     * that it does not hold up the next leader: for transactions that end with {@link #check}. (H2 has no such limit.)
     *
     * @return a task that restores the session; run it when the transaction has ended, before the connection is used
     *     for anything else. If it fails, the connection is aborted
     */
    public Runnable limitIdle(Connection connection, Leadership leadership) throws SQLException {
        Dialect dialect = Dialects.of(connection);
        SessionChange limits = new SessionChange(connection, dialect);
        Runnable undo = () -> undo(connection, limits);
        try {
            dialect.limitIdle(connection, leadership.remaining(), limits);
            return undo;
        } catch (SQLException | RuntimeException | Error failed) {
            undo.run();
            throw failed;
        }
    }

    private static void undo(Connection connection, SessionChange limits) {
        try {
            limits.undo();
        } catch (SQLException | RuntimeException broken) {
            BorrowedConnection.abort(connection);
        }
    }

    private void pass(Connection connection, Leadership leadership) throws SQLException {
        try {
            pass(connection, leadership.election(), leadership.epoch());
        } catch (FencedException refusal) {
            leadership.refused(refusal);
            throw refusal;
        }
    }

    private void passForGood(Connection connection, ElectionName election, Epoch presented) throws SQLException {
        pass(connection, election, presented);
        requireNoSavepoint(connection, election);
    }

    private static void requireNoSavepoint(Connection connection, ElectionName election) throws SQLException {
        if (Dialects.of(connection).isInSavepoint(connection)) {
            throw new IllegalStateException(
                    "the fence of " + election + " was checked inside a savepoint, whose rollback"
                            + " would undo it: check after the savepoint, right before the commit, or use"
                            + " inTransaction (pgjdbc's autosave makes savepoints too)");
        }
    }

    /** What a leader writes in one transaction. It neither commits nor rolls back, and may be run more than once. */
    @FunctionalInterface
    public interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** This fence within a transaction, as a {@link Fence}. Errors are {@link UnavailableException}s. */
    public Fence in(Connection connection) {
        return new Fence() {
            @Override
            public void pass(ElectionName election, Epoch presented) {
                try {
                    passForGood(connection, election, presented);
                } catch (SQLException failed) {
                    throw unavailable(election, failed);
                }
            }

            @Override
            public Epoch highest(ElectionName election) {
                try {
                    FenceStatements fence = Dialects.of(connection).fence().with(tables);
                    return find(connection, fence, election, false).orElse(Epoch.NONE);
                } catch (SQLException failed) {
                    throw unavailable(election, failed);
                }
            }
        };
    }

    private static UnavailableException unavailable(ElectionName election, SQLException failed) {
        return new UnavailableException("the fence of " + election + " cannot be read: " + Secrets.messageOf(failed));
    }

    private void pass(Connection connection, ElectionName election, Epoch presented) throws SQLException {
        if (presented.equals(Epoch.NONE)) {
            throw new IllegalArgumentException("epoch 0 of " + election + " is never granted");
        }
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the fence of " + election + " needs a transaction: switch autocommit off");
        }
        Dialect dialect = Dialects.of(connection);
        FenceStatements fence = dialect.fence().with(tables);
        Optional<Epoch> held = find(connection, fence, election, true);
        if (held.isEmpty()) {
            add(connection, dialect, fence, election);
        }
        if (held.orElse(Epoch.NONE).compareTo(presented) < 0) {
            raise(connection, fence, election, presented);
            held = find(connection, fence, election, true);
        }
        Epoch seen = held.orElse(Epoch.NONE);
        if (!seen.equals(presented)) {
            throw new FencedException(election, presented, seen);
        }
    }

    private static Optional<Epoch> find(
            Connection connection, FenceStatements fence, ElectionName election, boolean holding) throws SQLException {
        try (PreparedStatement query = (holding ? fence.hold() : fence.read())
                        .prepare(connection, Map.of("election", election.value()));
                ResultSet result = query.executeQuery()) {
            return result.next() ? Optional.of(epoch(election, result.getLong(1))) : Optional.empty();
        }
    }

    private static Epoch epoch(ElectionName election, long stored) throws SQLException {
        if (stored < 0) {
            throw new SQLException("the fence row of " + election + " was damaged: its epoch is " + stored);
        }
        return Epoch.of(stored);
    }

    private static void raise(Connection connection, FenceStatements fence, ElectionName election, Epoch epoch)
            throws SQLException {
        try (PreparedStatement raise =
                fence.raise().prepare(connection, Map.of("election", election.value(), "epoch", epoch.value()))) {
            raise.executeUpdate();
        }
    }

    private static void add(Connection connection, Dialect dialect, FenceStatements fence, ElectionName election)
            throws SQLException {
        try (PreparedStatement add = fence.add().prepare(connection, Map.of("election", election.value()))) {
            add.executeUpdate();
        } catch (SQLException there) {
            if (dialect.failure(there) != SqlFailure.DUPLICATE) {
                throw there;
            }
        }
    }
}
