// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The statements on the table of nodes: plain SQL that every supported database understands. */
final class NodeTable {
    private static final int MAX_ROWS = 1_000;
    private static final int SECONDS = 5;

    private final String table;
    private final String cluster;

    NodeTable(String table, String cluster) {
        this.table = table;
        this.cluster = cluster;
    }

    void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS %s (
                        cluster_name VARCHAR(64)  NOT NULL,
                        node_id      VARCHAR(128) NOT NULL,
                        incarnation  VARCHAR(32)  NOT NULL,
                        admin        VARCHAR(255) NOT NULL,
                        zone         VARCHAR(128) NOT NULL,
                        weight       INT          NOT NULL,
                        version      VARCHAR(64)  NOT NULL,
                        beat         BIGINT       NOT NULL,
                        PRIMARY KEY (cluster_name, node_id, incarnation)
                    )""".formatted(table));
        }
    }

    /** Counts this node's beat on, or adds its row if it is not there any more. */
    void beat(Connection connection, NodeRow self) throws SQLException {
        String update = "UPDATE " + table
                + " SET beat = ?, admin = ? WHERE cluster_name = ? AND node_id = ? AND incarnation = ?";
        try (PreparedStatement statement = prepare(connection, update)) {
            statement.setLong(1, self.beat());
            statement.setString(2, self.admin());
            statement.setString(3, cluster);
            statement.setString(4, self.id());
            statement.setString(5, self.incarnation());
            if (statement.executeUpdate() == 0) {
                add(connection, self);
            }
        }
    }

    private void add(Connection connection, NodeRow self) throws SQLException {
        String insert = "INSERT INTO " + table
                + " (cluster_name, node_id, incarnation, admin, zone, weight, version, beat)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement statement = prepare(connection, insert)) {
            statement.setString(1, cluster);
            statement.setString(2, self.id());
            statement.setString(3, self.incarnation());
            statement.setString(4, self.admin());
            statement.setString(5, self.zone());
            statement.setInt(6, self.weight());
            statement.setString(7, self.version());
            statement.setLong(8, self.beat());
            statement.executeUpdate();
        }
    }

    List<NodeRow> all(Connection connection) throws SQLException {
        String select = "SELECT node_id, incarnation, admin, zone, weight, version, beat FROM " + table
                + " WHERE cluster_name = ? ORDER BY node_id, incarnation";
        try (PreparedStatement statement = prepare(connection, select)) {
            statement.setString(1, cluster);
            statement.setMaxRows(MAX_ROWS);
            List<NodeRow> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(new NodeRow(
                            result.getString(1),
                            result.getString(2),
                            result.getString(3),
                            result.getString(4),
                            result.getInt(5),
                            result.getString(6),
                            result.getLong(7)));
                }
            }
            return rows;
        }
    }

    /** Removes a row, unless it has moved since it was read. */
    void remove(Connection connection, NodeRow row) throws SQLException {
        String delete =
                "DELETE FROM " + table + " WHERE cluster_name = ? AND node_id = ? AND incarnation = ? AND beat = ?";
        try (PreparedStatement statement = prepare(connection, delete)) {
            statement.setString(1, cluster);
            statement.setString(2, row.id());
            statement.setString(3, row.incarnation());
            statement.setLong(4, row.beat());
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(SECONDS);
        return statement;
    }
}
