// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.BOB;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.SECOND;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.sql.SqlFence.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever happens in a fenced transaction, its connection is as before or closed, and what is reported is true. */
abstract class FencedTransactionContract extends FenceFixture {
    FencedTransactionContract(TestDatabase database) {
        super(database);
    }

    private Leadership replaced() {
        Leadership alice = lead(ALICE, FIRST);
        database.age(tables, HOUR.plus(HOUR));
        lead(BOB, SECOND);
        return alice;
    }

    private String note() {
        return database.ask("SELECT note FROM guarded");
    }

    // ---- the connection

    @Test
    void afterAFailureTheConnectionIsAsItWas() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        List<Throwable> failures = List.of(
                new SQLException("made up"), new IllegalStateException("made up"), new StackOverflowError("made up"));
        try (Connection connection = database.connect()) {
            oddSettings(connection);
            Map<String, String> before = Pools.stateOf(connection);
            for (Throwable failure : failures) {
                Work work = open -> {
                    write(open, "alice");
                    FencedTransactionContract.<RuntimeException>sneak(failure);
                };

                assertThatThrownBy(() -> fence.inTransaction(connection, alice, work))
                        .isSameAs(failure);

                assertThat(Pools.stateOf(connection)).as(failure.toString()).isEqualTo(before);
                assertThat(note()).isEqualTo("nobody");
            }
            evenSettings(connection);
        }
    }

    @Test
    void afterARefusalTheNextPlainWriteIsKept() throws SQLException {
        Leadership alice = replaced();
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.inTransaction(connection, alice, open -> write(open, "alice")))
                    .isInstanceOf(FencedException.class);

            write(connection, "plain");
        }

        assertThat(note()).isEqualTo("plain");
    }

    @Test
    void afterACommitTheConnectionIsAsItWas() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection connection = database.connect()) {
            oddSettings(connection);
            Map<String, String> before = Pools.stateOf(connection);

            fence.inTransaction(connection, alice, open -> write(open, "alice"));

            assertThat(Pools.stateOf(connection)).isEqualTo(before);
            evenSettings(connection);
        }
    }

    /** Limits that are neither the server's default nor the fence's, and its own level. */
    private void oddSettings(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        set(connection, "1234", "61", "59");
    }

    /** For a pool that lends the connection to other tests. */
    private void evenSettings(Connection connection) throws SQLException {
        connection.setTransactionIsolation(
                database.product().startsWith("M")
                        ? Connection.TRANSACTION_REPEATABLE_READ
                        : Connection.TRANSACTION_READ_COMMITTED);
        set(connection, "DEFAULT", "DEFAULT", "DEFAULT");
    }

    private void set(Connection connection, String postgres, String mariaDb, String mySql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            switch (database.product()) {
                case "PostgreSQL" -> statement.execute("SET idle_in_transaction_session_timeout = " + postgres);
                case "MariaDB" -> statement.execute("SET SESSION idle_transaction_timeout = " + mariaDb);
                case "MySQL" -> statement.execute("SET SESSION wait_timeout = " + mySql);
                default -> {}
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void aConnectionThatCannotBeRolledBackIsClosed() throws SQLException {
        Leadership alice = replaced();
        Connection real = database.connect();
        Connection faulty = FaultyConnection.before(real, "rollback", new SQLException("made up", "08006"));

        assertThatThrownBy(() -> fence.inTransaction(faulty, alice, open -> write(open, "alice")))
                .isInstanceOf(FencedException.class)
                .hasSuppressedException(new SQLException("made up", "08006"));

        assertThat(real.isClosed()).isTrue();
        assertThat(note()).isEqualTo("nobody");
    }

    @Test
    void cleaningUpThatFailsAfterTheCommitIsNotReportedAsAFailure() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        Connection real = database.connect();
        Connection faulty = FaultyConnection.before(real, "setAutoCommit true", new SQLException("made up", "08006"));

        fence.inTransaction(faulty, alice, open -> write(open, "alice"));

        assertThat(note()).isEqualTo("alice");
        assertThat(real.isClosed()).isTrue();
    }

    @Test
    void aCommitThatIsNotAnsweredIsReportedAsUnknown() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        AtomicInteger runs = new AtomicInteger();
        try (Connection real = database.connect()) {
            Connection faulty = FaultyConnection.after(real, "commit", new SQLException("made up", "08007"));

            assertThatThrownBy(() -> fence.inTransaction(faulty, alice, open -> {
                        runs.incrementAndGet();
                        write(open, "alice");
                    }))
                    .isInstanceOf(OutcomeUnknownException.class);
        }

        assertThat(runs).hasValue(1);
        assertThat(note()).isEqualTo("alice");
    }

    @Test
    void aTransactionThatIsUnderWayIsNotTakenOver() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection connection = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatThrownBy(() -> fence.inTransaction(connection, alice, open -> write(open, "alice")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("autocommit");
        }
    }

    @Test
    void aDataSourceGetsItsConnectionBack() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        CuttableSource source = new CuttableSource(database);
        source.handOutWith(Connection.TRANSACTION_SERIALIZABLE, false);

        fence.inTransaction(source, alice, open -> write(open, "alice"));

        assertThat(source.connections()).isZero();
        assertThat(note()).isEqualTo("alice");
    }

    // ---- conflicts

    @Test
    void theVictimOfADeadlockIsRunAgain() throws Exception {
        Leadership alice = lead(ALICE, FIRST);
        database.run("INSERT INTO guarded VALUES (2, 0, 'nobody')");
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<?>> done = new ArrayList<>();
        for (List<Integer> order : List.of(List.of(1, 2), List.of(2, 1))) {
            AtomicInteger own = new AtomicInteger();
            done.add(threads.submit(() -> {
                try (Connection connection = database.connect()) {
                    fence.inTransaction(connection, alice, open -> {
                        runs.incrementAndGet();
                        increment(open, order.get(0));
                        if (own.incrementAndGet() == 1) {
                            await(both);
                        }
                        increment(open, order.get(1));
                    });
                }
                return null;
            }));
        }
        for (Future<?> each : done) {
            each.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();

        assertThat(runs.get()).as("one of them was the victim").isGreaterThan(2);
        assertThat(database.ask("SELECT SUM(epoch) FROM guarded"))
                .as("each wrote once")
                .isEqualTo("4");
    }

    private static void increment(Connection transaction, int id) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            statement.executeUpdate("UPDATE guarded SET epoch = epoch + 1 WHERE id = " + id);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void aTransactionThatAlwaysLosesIsGivenUp() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        AtomicInteger runs = new AtomicInteger();
        SQLException deadlock = new SQLException("deadlock", "40001");
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.inTransaction(connection, alice, open -> {
                        runs.incrementAndGet();
                        // As a mapper of objects would.
                        throw new IllegalStateException(deadlock);
                    }))
                    .hasCause(deadlock);
        }

        assertThat(runs).hasValue(FencedTransaction.MAX_TRIES);
    }

    @Test
    void nothingIsRunAgainOnceTheLeadershipIsOver() throws SQLException {
        LeaseRow row = take(acquire(ALICE, FIRST));
        HeldLeadership tenure = new HeldLeadership(
                ALICE.election(), row.holder(), row.epoch(), System::nanoTime, System.nanoTime() + HOUR.toNanos());
        AtomicInteger runs = new AtomicInteger();
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.inTransaction(connection, tenure, open -> {
                        runs.incrementAndGet();
                        tenure.end();
                        throw new SQLException("deadlock", "40001");
                    }))
                    .isInstanceOfAny(SQLException.class, NotLeaderException.class);
        }

        assertThat(runs).hasValue(1);
    }

    // ---- savepoints

    @Test
    void savepointsOfTheWorkDoNotMatter() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection connection = database.connect()) {
            fence.inTransaction(connection, alice, open -> {
                Savepoint first = open.setSavepoint();
                write(open, "undone");
                open.rollback(first);
                open.setSavepoint();
                write(open, "alice");
            });
        }

        assertThat(note()).isEqualTo("alice");
    }
}
