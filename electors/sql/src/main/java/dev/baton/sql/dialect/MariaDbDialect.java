// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** MariaDB 10.6 and newer. Its lease statements are those of MySQL; locking reads and session limits are its own. */
public final class MariaDbDialect implements Dialect {
    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public ServerVersion floor() {
        return new ServerVersion(10, 6);
    }

    @Override
    public LeaseStatements lease() {
        return MySqlDialect.LEASE;
    }

    @Override
    public SqlText claim() {
        return MySqlDialect.CLAIM;
    }

    @Override
    public FenceStatements fence() {
        return new FenceStatements(
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election LOCK IN SHARE MODE"),
                new SqlText("SELECT epoch FROM baton_fence WHERE election = :election"),
                new SqlText("UPDATE baton_fence SET epoch = :epoch WHERE election = :election AND epoch < :epoch"),
                new SqlText("INSERT INTO baton_fence (election, epoch) VALUES (:election, 0)"));
    }

    @Override
    public void prepare(Connection connection, Duration longest) throws SQLException {
        Dialect.run(
                connection,
                List.of(
                        "SET SESSION sql_mode = 'STRICT_ALL_TABLES'",
                        "SET SESSION innodb_lock_wait_timeout = " + Math.max(1, longest.toSeconds()),
                        String.format(
                                Locale.ROOT, "SET SESSION max_statement_time = %.3f", longest.toMillis() / 1000.0)));
        connection.setTransactionIsolation(MySqlSchema.isolation(connection));
    }

    @Override
    public void limitIdle(Connection connection, Duration longest) throws SQLException {
        Dialect.run(connection, List.of("SET SESSION idle_transaction_timeout = " + Dialect.seconds(longest)));
    }

    @Override
    public void unlimitIdle(Connection connection) throws SQLException {
        Dialect.run(connection, List.of("SET SESSION idle_transaction_timeout = DEFAULT"));
    }

    @Override
    public Failure failure(SQLException error) {
        return MySqlErrors.failure(error);
    }

    @Override
    public List<String> schemaProblems(Connection connection, TableNames tables) throws SQLException {
        return MySqlSchema.problems(connection, tables);
    }
}
