// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Optional;

/**
 * The table of witnesses over one connection. A row is replaced by one statement, and whether that happened is read back
 * by a token that only the writer knows: a count of rows is not to be had after every failure.
 */
final class WitnessTable implements WitnessRows {
    /** SQL's own state for a transaction whose outcome is unknown. */
    private static final String OUTCOME_UNKNOWN = "08007";

    private final Connection connection;
    private final WitnessDialect dialect;
    private final String name;
    private final int timeoutSeconds;

    WitnessTable(Connection connection, String name, int timeoutSeconds) throws SQLException {
        this.connection = connection;
        this.dialect = WitnessDialect.of(connection.getMetaData().getDatabaseProductName());
        this.name = name;
        this.timeoutSeconds = timeoutSeconds;
        connection.setAutoCommit(true);
    }

    @Override
    public void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(timeoutSeconds);
            statement.execute(dialect.create);
        }
    }

    @Override
    public long now() throws SQLException {
        try (PreparedStatement select = prepare("SELECT " + dialect.now);
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public Optional<Row> read() throws SQLException {
        try (PreparedStatement select =
                prepare("SELECT version, state, " + dialect.now + " FROM baton_witness WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next()
                        ? Optional.of(new Row(rows.getLong(1), rows.getString(2), rows.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    @Override
    public boolean insert(String state, String token) throws SQLException {
        try (PreparedStatement insert = prepare(dialect.insert)) {
            insert.setString(1, name);
            insert.setString(2, token);
            insert.setString(3, state);
            insert.executeUpdate();
            requireCommitted(insert);
        }
        return isBy(token);
    }

    @Override
    public boolean replace(long version, String state, String token) throws SQLException {
        try (PreparedStatement update = prepare(dialect.replace)) {
            update.setString(1, token);
            update.setString(2, state);
            update.setString(3, name);
            update.setLong(4, version);
            update.executeUpdate();
            requireCommitted(update);
        }
        return isBy(token);
    }

    /**
     * On PostgreSQL a commit that waits for a standby and is cancelled, as by the time limit of the statement, succeeds with
     * a warning. It can be read here, and may be nowhere else.
     */
    private void requireCommitted(Statement executed) throws SQLException {
        for (SQLWarning warning = executed.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (dialect.doubts.contains(String.valueOf(warning.getSQLState()))) {
                throw new SQLException(
                        "stored here, but perhaps nowhere else: " + warning.getMessage(), OUTCOME_UNKNOWN, warning);
            }
        }
    }

    private boolean isBy(String token) throws SQLException {
        try (PreparedStatement select = prepare("SELECT token FROM baton_witness WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() && token.equals(rows.getString(1));
            }
        }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(timeoutSeconds);
        return statement;
    }
}
