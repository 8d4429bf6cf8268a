// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** One replica of a service does the work, on the database and the pool that the service has anyway. */
public final class InvoicesOnADatabase {
    private InvoicesOnADatabase() {}

    public static void main(String[] arguments) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:invoices;DB_CLOSE_DELAY=-1");
            prepare(pool);
            // tag::sql[]
            SqlElectorFactory database = SqlElector.on(pool).settings(SqlSettings.DEFAULT.withCreateSchema());
            try (Baton baton = Baton.node("replica-1").start(database)) {
                SqlFence fence = baton.elector(SqlElector.class).fence();
                baton.stand("invoices")
                        .duty(Duty.every("send", Duration.ofMinutes(5), leadership -> {
                            // Committed only if no later leader has been elected; deadlocks are tried again.
                            fence.inTransaction(pool, leadership, connection -> send(connection));
                            sent.countDown();
                        }))
                        .start();

                sent.await(); // a service waits for its own end: baton.awaitClosed()
            } // the duty is stopped, and seen to be stopped, before leadership is given back
            // end::sql[]
        }
    }

    private static void prepare(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE invoices (id INT PRIMARY KEY, sent BOOLEAN NOT NULL)");
            statement.execute("INSERT INTO invoices VALUES (1, FALSE), (2, FALSE)");
        }
    }

    private static void send(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE invoices SET sent = TRUE WHERE NOT sent")) {
            System.out.println("sent " + update.executeUpdate() + " invoices");
        }
    }
}
