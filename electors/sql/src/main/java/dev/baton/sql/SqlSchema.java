// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.check.Validation;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.FenceStatements;
import dev.baton.sql.dialect.SqlFailure;
import dev.baton.sql.dialect.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of leases and fences, for setup and maintenance. */
public final class SqlSchema {
    private static final SqlText EPOCHS = new SqlText("""
            SELECT e.election, l.epoch, f.epoch, l.node_id
            FROM (SELECT election FROM baton_lease WHERE cluster_name = :cluster
                  UNION SELECT election FROM baton_fence WHERE cluster_name = :cluster) e
            LEFT JOIN baton_lease l ON l.cluster_name = :cluster AND l.election = e.election
            LEFT JOIN baton_fence f ON f.cluster_name = :cluster AND f.election = e.election
            ORDER BY e.election""");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SqlDatabase database;
    private final TableNames tables;

    public SqlSchema(SqlDatabase database, TableNames tables) {
        this.database = database;
        this.tables = tables;
    }

    /** Creates the tables that are missing, with the statements of {@code docs/sql}. Safe to call from many nodes. */
    public void create() {
        onDatabase((connection, dialect) -> create(connection, dialect, tables));
    }

    /**
     * Checks that the tables are usable.
     *
     * @throws ConfigurationException if they are not; it lists all problems and what to do about them
     */
    public void check() {
        onDatabase((connection, dialect) -> check(connection, dialect, tables));
    }

    /**
     * The epochs of one election.
     *
     * @param lease the epoch of its last leadership
     * @param fence the highest epoch that was granted or has passed
     * @param holder the last leader; empty if there was none
     */
    public record StoredEpochs(ElectionName election, Epoch lease, Epoch fence, Optional<NodeId> holder) {
        /** The highest epoch known; the next leadership has a higher one. */
        public Epoch highest() {
            return lease.max(fence);
        }
    }

    /** The epochs of all elections of the cluster, by name. */
    public List<StoredEpochs> epochs() {
        List<StoredEpochs> found = new ArrayList<>();
        onDatabase((connection, dialect) -> {
            try (PreparedStatement query = EPOCHS.with(tables).prepare(connection, Map.of());
                    ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String holder = row.getString(4);
                    found.add(new StoredEpochs(
                            ElectionName.of(row.getString(1)),
                            Epoch.of(Math.max(0, row.getLong(2))),
                            Epoch.of(Math.max(0, row.getLong(3))),
                            holder == null || holder.isEmpty() ? Optional.empty() : Optional.of(NodeId.of(holder))));
                }
            }
        });
        return found;
    }

    /**
     * Ensures that an election's next epoch is above {@code atLeast}. For use after rows were lost or restored, when a
     * resource outside this database has seen higher epochs than the rows know. A leader with a lower epoch is fenced
     * off at once, cannot renew, and is replaced under a higher epoch when its lease expires.
     */
    public void repairEpoch(ElectionName election, Epoch atLeast) {
        Validation.of("epoch")
                .require(atLeast.value() < Long.MAX_VALUE, "%s leaves no epoch above it", atLeast)
                .check();
        onDatabase((connection, dialect) -> {
            FenceStatements fence = dialect.fence().with(tables);
            Map<String, ?> parameters = Map.of("election", election.value(), "epoch", atLeast.value());
            addOnce(connection, dialect, fence, parameters);
            try (PreparedStatement raise = fence.raise().prepare(connection, parameters)) {
                raise.executeUpdate();
            }
        });
    }

    static void create(Connection connection, Dialect dialect, TableNames tables) throws SQLException {
        try {
            Dialect.run(connection, dialect.ddl(tables));
        } catch (SQLException refused) {
            // Another node may have been faster, which PostgreSQL reports in several ways; only the outcome counts.
            List<String> problems = dialect.schemaProblems(connection, tables);
            Validation.of("tables in " + dialect.name())
                    .require(problems.isEmpty(), "they cannot be created: %s", Secrets.messageOf(refused))
                    .check();
        }
    }

    static void check(Connection connection, Dialect dialect, TableNames tables) throws SQLException {
        Validation rules = Validation.of("tables in " + dialect.name());
        dialect.schemaProblems(connection, tables).forEach(problem -> rules.require(false, "%s", problem));
        rules.check();
    }

    private static void addOnce(
            Connection connection, Dialect dialect, FenceStatements fence, Map<String, ?> parameters)
            throws SQLException {
        try (PreparedStatement add = fence.add().prepare(connection, parameters)) {
            add.executeUpdate();
        } catch (SQLException there) {
            if (dialect.failure(there) != SqlFailure.DUPLICATE) {
                throw there;
            }
        }
    }

    /** Something to do on a connection. */
    private interface Work {
        void on(Connection connection, Dialect dialect) throws SQLException;
    }

    private void onDatabase(Work work) {
        try {
            BorrowedConnection borrowed = BorrowedConnection.take(database.open(PATIENCE));
            try {
                work.on(borrowed.get(), Dialects.forElections(borrowed.get()));
            } finally {
                borrowed.giveBack();
            }
        } catch (SQLException failed) {
            throw new UnavailableException(database + ": " + Secrets.messageOf(failed));
        }
    }
}
