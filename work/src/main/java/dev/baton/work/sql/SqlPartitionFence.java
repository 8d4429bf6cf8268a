// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.sql.SqlFence;
import dev.baton.sql.TableNames;
import dev.baton.sql.dialect.Dialects;
import dev.baton.work.Partition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A fence inside a transaction of the application: a worker that has lost a partition cannot commit for it. Stateless;
 * any thread may use it.
 *
 * <p>It reads the one row of that partition as it is now and holds it until the transaction ends. Every change of owner
 * changes that row, and so waits for the transactions that passed; one that comes later is refused. A worker with a
 * thousand partitions holds only the rows of its open transactions.
 */
public final class SqlPartitionFence {
    private final WorkTables tables;
    private final SqlFence sessions;

    /** @param tables the tables of the elections and of the work store */
    public SqlPartitionFence(TableNames tables) {
        this.tables = new WorkTables(tables);
        this.sessions = new SqlFence(tables);
    }

    /**
     * Runs {@code work} in a transaction on a connection of {@code source}, passes the fence of the partition at its
     * end, and commits. Retries, and the state of the connection afterwards, are as with {@link SqlFence}.
     *
     * @throws NotLeaderException if the session is over, or the partition was released; nothing was written
     * @throws FencedException if the partition has had another owner since; nothing was written
     * @throws OutcomeUnknownException if the commit was not answered: all was written, or nothing
     * @throws SQLException if the database refused it; nothing was written
     */
    public void inTransaction(DataSource source, Partition partition, SqlFence.Work work) throws SQLException {
        sessions.inTransaction(source, partition.session(), connection -> {
            work.run(connection);
            hold(connection, partition);
        });
    }

    /** Does the same on a connection that is in autocommit mode. */
    public void inTransaction(Connection connection, Partition partition, SqlFence.Work work) throws SQLException {
        sessions.inTransaction(connection, partition.session(), same -> {
            work.run(same);
            hold(same, partition);
        });
    }

    /**
     * Checks the fence in a transaction that other code begins and commits: call it last, and not inside a savepoint.
     */
    public void check(Connection connection, Partition partition) throws SQLException {
        partition.session().check();
        hold(connection, partition);
        sessions.check(connection, partition.session());
    }

    private void hold(Connection connection, Partition partition) throws SQLException {
        Map<String, ?> key = WorkRows.parameters(partition.id());
        try (PreparedStatement query = WorkStatements.of(Dialects.of(connection), tables)
                        .hold()
                        .prepare(connection, key);
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                throw new NotLeaderException("partition " + partition + " is no longer stored");
            }
            long token = row.getLong(4);
            if (token != partition.token()) {
                throw new FencedException(
                        partition.session().election(), Epoch.of(partition.token()), Epoch.of(Math.max(0, token)));
            }
            if (!row.getString(2).equals(partition.owner().worker().value())
                    || row.getLong(3) != partition.owner().epoch().value()) {
                throw new NotLeaderException("partition " + partition + " was released by " + partition.owner());
            }
        }
    }
}
