// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSettings;
import dev.baton.work.Partition;
import dev.baton.work.TaskList;
import dev.baton.work.Work;
import dev.baton.work.Worker;
import dev.baton.work.sql.SqlPartitionFence;
import dev.baton.work.sql.SqlWorkStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Replicas of a service share the partitions of a task list, on the database and the pool that the service has anyway. */
public final class WorkOnADatabase {
    private static final CountDownLatch SENT = new CountDownLatch(4);

    private WorkOnADatabase() {}

    public static void main(String[] arguments) throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:work;DB_CLOSE_DELAY=-1");
            prepare(pool);
            // tag::work[]
            SqlSettings settings = SqlSettings.DEFAULT.withCreateSchema();
            try (Baton baton = Baton.node("replica-1").start(SqlElector.on(pool).settings(settings));
                    SqlWorkStore store = SqlWorkStore.on(pool, settings)) {
                Work work = Work.on(baton, store);
                work.define(TaskList.of("billing/invoices", 4));
                work.coordinate(); // on every replica: one of them does it

                SqlPartitionFence fence = store.partitionFence();
                Worker worker = work.worker()
                        .loop(partition -> {
                            while (partition.mayAct()) {
                                // Committed only while the partition is this worker's.
                                fence.inTransaction(pool, partition, connection -> send(connection, partition));
                                Thread.sleep(Duration.ofSeconds(1).toMillis());
                            }
                        })
                        .start();

                SENT.await(); // a service waits for its own end: baton.awaitClosed()
                worker.leave(Duration.ofSeconds(1)); // others take over what it has, if there are any
            }
            // end::work[]
        }
    }

    private static void prepare(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE invoices (id INT PRIMARY KEY, partition_no INT NOT NULL, sent BOOLEAN NOT NULL)");
            statement.execute("INSERT INTO invoices VALUES (1, 0, FALSE), (2, 1, FALSE), (3, 2, FALSE), (4, 3, FALSE)");
        }
    }

    private static void send(Connection connection, Partition partition) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE invoices SET sent = TRUE WHERE NOT sent AND partition_no = ?")) {
            update.setInt(1, partition.id().number());
            if (update.executeUpdate() > 0) {
                System.out.println("sent the invoices of " + partition);
                SENT.countDown();
            }
        }
    }
}
