// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/** As one writes it in an afternoon. */
final class LockTableBefore {
    static final String TABLE =
            "CREATE TABLE job_lock (name VARCHAR(64) PRIMARY KEY, holder VARCHAR(64), until TIMESTAMP)";

    private final DataSource pool;
    private final Invoices invoices;
    private final String replica;

    LockTableBefore(DataSource pool, Invoices invoices, String replica) {
        this.pool = pool;
        this.invoices = invoices;
        this.replica = replica;
    }

    // tag::job[]
    /** Called by a timer, on every replica. */
    void onTimer() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            if (tryLock(connection, Duration.ofMinutes(1))) {
                invoices.send(connection);
            }
        }
    }

    private boolean tryLock(Connection connection, Duration lease) throws SQLException {
        Instant now = Instant.now();
        try (PreparedStatement update = connection.prepareStatement("""
                UPDATE job_lock SET holder = ?, until = ?
                WHERE name = 'invoices' AND (holder = ? OR until < ?)""")) {
            update.setString(1, replica);
            update.setTimestamp(2, Timestamp.from(now.plus(lease)));
            update.setString(3, replica);
            update.setTimestamp(4, Timestamp.from(now));
            return update.executeUpdate() == 1;
        }
    }
    // end::job[]
}
