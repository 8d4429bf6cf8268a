// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The job that one replica at a time may do: it sends what has not been sent, and counts how often it was called. */
final class Invoices {
    static void prepare(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE invoices (id INT PRIMARY KEY, sent INT NOT NULL)");
            statement.execute("INSERT INTO invoices VALUES (1, 0)");
        }
    }

    void send(Connection transaction) throws SQLException {
        try (PreparedStatement update = transaction.prepareStatement("UPDATE invoices SET sent = sent + 1")) {
            update.executeUpdate();
        }
    }
}
