// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.UnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;

/**
 * The table of witnesses over one connection. A row is replaced only as it was read, by one statement, and whether that
 * happened is read back by a token that only the writer knows: a count of rows is not to be had after every failure.
 */
final class WitnessTable {
    /** Those whose clock can be read to the millisecond, and as an instant, in the same words. */
    private static final Set<String> KNOWN = Set.of("H2", "PostgreSQL");

    private final Connection connection;
    private final String name;
    private final int timeoutSeconds;

    /**
     * @param version rises with every change
     * @param now the database's clock when the row was read, or earlier
     */
    record Row(long version, String state, long now) {}

    WitnessTable(Connection connection, String name, int timeoutSeconds) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        if (!KNOWN.contains(product)) {
            throw new UnavailableException("a witness can be in one of " + KNOWN + ", not in " + product);
        }
        this.connection = connection;
        this.name = name;
        this.timeoutSeconds = timeoutSeconds;
        connection.setAutoCommit(true);
    }

    void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(timeoutSeconds);
            statement.execute("CREATE TABLE IF NOT EXISTS baton_witness (name VARCHAR(64) PRIMARY KEY,"
                    + " version BIGINT NOT NULL, token VARCHAR(32) NOT NULL, state TEXT NOT NULL)");
        }
    }

    long now() throws SQLException {
        try (PreparedStatement select = prepare("SELECT CURRENT_TIMESTAMP");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getTimestamp(1).getTime();
        }
    }

    Optional<Row> read() throws SQLException {
        try (PreparedStatement select =
                prepare("SELECT version, state, CURRENT_TIMESTAMP FROM baton_witness WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next()
                        ? Optional.of(new Row(
                                rows.getLong(1),
                                rows.getString(2),
                                rows.getTimestamp(3).getTime()))
                        : Optional.empty();
            }
        }
    }

    /** @return whether the row is now the one that this call wrote; if not, it may have been for a moment */
    boolean insert(String state, String token) throws SQLException {
        try (PreparedStatement insert = prepare("INSERT INTO baton_witness (name, version, token, state)"
                + " SELECT ?, 1, ?, ? WHERE NOT EXISTS (SELECT 1 FROM baton_witness WHERE name = ?)")) {
            insert.setString(1, name);
            insert.setString(2, token);
            insert.setString(3, state);
            insert.setString(4, name);
            insert.executeUpdate();
        }
        return isBy(token);
    }

    /** @return whether the row is now the one that this call wrote; if not, it may have been for a moment */
    boolean replace(long version, String state, String token) throws SQLException {
        try (PreparedStatement update = prepare("UPDATE baton_witness SET version = version + 1, token = ?, state = ?"
                + " WHERE name = ? AND version = ?")) {
            update.setString(1, token);
            update.setString(2, state);
            update.setString(3, name);
            update.setLong(4, version);
            update.executeUpdate();
        }
        return isBy(token);
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
