// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
                new SqlText(
                        "SELECT epoch FROM baton_fence WHERE cluster_name = :cluster AND election = :election LOCK IN SHARE MODE"),
                new SqlText("SELECT epoch FROM baton_fence WHERE cluster_name = :cluster AND election = :election"),
                new SqlText(
                        "UPDATE baton_fence SET epoch = :epoch WHERE cluster_name = :cluster AND election = :election AND epoch < :epoch"),
                new SqlText("INSERT INTO baton_fence (cluster_name, election, epoch) VALUES (:cluster, :election, 0)"));
    }

    @Override
    public SqlText released() {
        return MySqlDialect.RELEASED;
    }

    @Override
    public String variable(String name) {
        return MySqlSchema.variable(name);
    }

    @Override
    public Durability durability(Connection connection) throws SQLException {
        return MySqlSchema.durability(connection);
    }

    @Override
    public String setVariable(String name, String literal) {
        return MySqlSchema.setVariable(name, literal);
    }

    @Override
    public Map<String, Object> sessionLimits(Duration longest) {
        return Map.of(
                "sql_mode",
                "STRICT_ALL_TABLES",
                // Whole seconds, and 1 is the least.
                "innodb_lock_wait_timeout",
                Math.max(1, longest.toSeconds()),
                "max_statement_time",
                longest.toMillis() / 1000.0);
    }

    @Override
    public int isolation(Connection connection) throws SQLException {
        return MySqlSchema.isolation(connection);
    }

    @Override
    public void limitIdle(Connection connection, Duration longest, SessionChange change) throws SQLException {
        change.apply(Map.of("idle_transaction_timeout", Dialect.seconds(longest)));
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
