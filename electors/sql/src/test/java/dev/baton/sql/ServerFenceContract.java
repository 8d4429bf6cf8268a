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

import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.internal.candidate.HeldLeadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the servers can do beyond {@link SqlFenceContract}, and H2 cannot. */
abstract class ServerFenceContract extends SqlFenceContract {
    ServerFenceContract(TestDatabase database) {
        super(database);
    }

    @Test
    void aGuardedTransactionThatStandsStillIsEndedByTheServer() throws SQLException {
        Leadership alice = soonOver(lead(ALICE, FIRST));
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.inTransaction(connection, alice, open -> {
                        write(open, "alice");
                        fence.in(open).pass(alice);
                        // Comes through when the one above is gone, and not before.
                        database.run("UPDATE " + tables.fence() + " SET epoch = epoch + 1");
                    }))
                    .isInstanceOfAny(SQLException.class, NotLeaderException.class);
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("nobody");
    }

    @Test
    void aCheckedTransactionThatStandsStillIsEndedByTheServer() throws SQLException {
        Leadership alice = soonOver(lead(ALICE, FIRST));
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> {
                        Runnable undo = fence.limitIdle(connection, alice);
                        write(connection, "alice");
                        fence.in(connection).pass(alice);
                        // Comes through when the one above is gone, and not before.
                        database.run("UPDATE " + tables.fence() + " SET epoch = epoch + 1");
                        undo.run();
                        connection.commit();
                    })
                    .isInstanceOfAny(SQLException.class, UnavailableException.class);
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("nobody");
    }

    /** As that of a node alone: no server has a limit that long. */
    @Test
    void aLeadershipWithoutAnEndMayWrite() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        long century = Duration.ofDays(36_500).toNanos();
        Leadership endless = new HeldLeadership(
                alice.election(), alice.node(), alice.epoch(), System::nanoTime, System.nanoTime() + century);

        try (Connection connection = database.connect()) {
            fence.inTransaction(connection, endless, open -> write(open, "alice"));
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("alice");
    }

    @Test
    void aFencePassedInASavepointIsHeldAfterItsRollbackOrRefused() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            write(transaction, "alice");
            Savepoint savepoint = transaction.setSavepoint();
            if (database.product().equals("PostgreSQL")) {
                assertThatThrownBy(() -> fence.check(transaction, alice))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("savepoint");
                assertThatThrownBy(() -> fence.in(transaction).pass(alice)).isInstanceOf(IllegalStateException.class);
            } else {
                fence.check(transaction, alice);
            }
            transaction.rollback(savepoint);
            transaction.releaseSavepoint(savepoint);
            if (database.product().equals("PostgreSQL")) {
                // Those that are over are no reason to refuse.
                fence.check(transaction, alice);
            }
            database.age(tables, HOUR.plus(HOUR));

            assertThat(take(acquire(BOB, SECOND)).token()).as("held").isEqualTo(FIRST);
            transaction.commit();
        }
        assertThat(take(acquire(BOB, SECOND)).token()).as("free").isEqualTo(SECOND);
    }

    /** The same leadership, a second before its end. */
    private static Leadership soonOver(Leadership held) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        return new HeldLeadership(held.election(), held.node(), held.epoch(), System::nanoTime, end);
    }
}
