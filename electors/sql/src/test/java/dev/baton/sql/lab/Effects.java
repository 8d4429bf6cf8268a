// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import dev.baton.Leadership;
import dev.baton.sql.SqlFence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The fenced table: one in the same database that only a leader can write to. The order of its rows is the truth. */
public final class Effects {
    private static final String TABLE = "lab_effects";

    private Effects() {}

    /** One effect that was accepted. */
    public record Effect(long order, long epoch, String process, long atNanos) {}

    static void create(Connection connection) throws SQLException {
        boolean postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + TABLE);
            statement.execute("CREATE TABLE " + TABLE + " (id "
                    + (postgres ? "BIGSERIAL PRIMARY KEY" : "BIGINT AUTO_INCREMENT PRIMARY KEY")
                    + ", epoch BIGINT NOT NULL, process VARCHAR(200) NOT NULL, at_nanos BIGINT NOT NULL)");
        }
    }

    /** Writes one effect in one transaction, behind the fence. */
    static void write(Connection connection, SqlFence fence, Leadership leadership, long atNanos) throws SQLException {
        fence.inTransaction(connection, leadership, open -> insert(open, leadership, atNanos));
    }

    /** The same by a leader that does not ask whether it may act: only the fence can stop it. */
    static void writeUnasked(Connection connection, SqlFence fence, Leadership leadership) throws SQLException {
        connection.setAutoCommit(false);
        try {
            fence.in(connection).pass(leadership);
            insert(connection, leadership, System.nanoTime());
            connection.commit();
        } catch (RuntimeException | SQLException refused) {
            connection.rollback();
            throw refused;
        }
    }

    private static void insert(Connection connection, Leadership leadership, long atNanos) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + TABLE + " (epoch, process, at_nanos) VALUES (?, ?, ?)")) {
            insert.setLong(1, leadership.epoch().value());
            insert.setString(2, leadership.node().toString());
            insert.setLong(3, atNanos);
            insert.executeUpdate();
        }
    }

    static List<Effect> read(Connection connection) throws SQLException {
        List<Effect> effects = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT id, epoch, process, at_nanos FROM " + TABLE + " ORDER BY id")) {
            while (rows.next()) {
                effects.add(new Effect(rows.getLong(1), rows.getLong(2), rows.getString(3), rows.getLong(4)));
            }
        }
        return effects;
    }
}
