// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.BOB;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.SECOND;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Fence;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that was replaced cannot commit, whatever the isolation level of its transaction, on any database. */
abstract class SqlFenceContract extends FenceFixture {
    private static final int MAX_FIGHTS = 20;

    SqlFenceContract(TestDatabase database) {
        super(database);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void theLeaderPassesAndCommits(int isolation) throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection transaction = database.begin(isolation)) {
            write(transaction, "alice");
            fence.check(transaction, alice);
            transaction.commit();
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("alice");
    }

    @Test
    void aGuardedCommitLeavesTheConnectionAsItWas() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection connection = database.connect()) {
            fence.inTransaction(connection, alice, open -> write(open, "alice"));

            assertThat(connection.getAutoCommit()).isTrue();
            fence.inTransaction(connection, alice, open -> write(open, "again"));
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("again");
    }

    @Test
    void aGuardedCommitOfAReplacedLeaderWritesNothing() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        database.age(tables, HOUR.plus(HOUR));
        lead(BOB, SECOND);
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.inTransaction(connection, alice, open -> write(open, "alice")))
                    .isInstanceOf(FencedException.class);
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("nobody");
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void aSnapshotFromBeforeTheTakeoverDoesNotHelp(int isolation) throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection transaction = database.begin(isolation)) {
            // The transaction has seen the fence as it was: a plain read would see it so again.
            assertThat(fence.in(transaction).highest(ORDERS)).isEqualTo(Epoch.of(1));
            database.age(tables, HOUR);
            lead(BOB, SECOND);

            // PostgreSQL says so with a serialization failure where the snapshot is fixed.
            assertThatThrownBy(() -> fence.check(transaction, alice))
                    .isInstanceOfAny(FencedException.class, SQLException.class);
            transaction.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void aTakeoverWaitsForATransactionThatPassed(int isolation) throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection transaction = database.begin(isolation)) {
            fence.check(transaction, alice);
            database.age(tables, HOUR);
            JdbcLeaseStore impatient =
                    LeaseStoreContract.newStore(database.database(), SqlSettings.DEFAULT.withTables(tables));

            LeaseRow refused =
                    row(impatient.execute(List.of(acquire(BOB, SECOND))).get(0)).orElseThrow();
            impatient.close();
            write(transaction, "alice");
            transaction.commit();

            assertThat(refused.token()).isEqualTo(FIRST);
        }
        assertThat(take(acquire(BOB, SECOND)).token()).isEqualTo(SECOND);
        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("alice");
    }

    @Test
    void anElectionThatIsHeldUpDoesNotHoldUpOthers() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        ElectionEntry payments = new ElectionEntry(ElectionName.of("payments"), BOB.self(), BOB.endpoints());
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            fence.check(transaction, alice);
            database.age(tables, HOUR);
            JdbcLeaseStore impatient = LeaseStoreContract.newStore(
                    database.database(), SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(20)));

            List<LeaseReply> replies = impatient.execute(List.of(acquire(BOB, SECOND), acquire(payments, SECOND)));
            impatient.close();

            assertThat(row(replies.get(0)).orElseThrow().token()).isEqualTo(FIRST);
            assertThat(row(replies.get(1)).orElseThrow().token()).isEqualTo(SECOND);
            transaction.rollback();
        }
    }

    @Test
    void aTransactionThatWasRolledBackHoldsNobodyUp() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            fence.check(transaction, alice);
            transaction.rollback();
        }
        database.age(tables, HOUR);

        assertThat(take(acquire(BOB, SECOND)).token()).isEqualTo(SECOND);
    }

    @Test
    void historyShowsNoWriteOfAnOlderLeaderAfterOneOfANewer() throws Exception {
        // Three nodes keep taking the lease from each other by proof, and each writes until it is fenced off.
        database.run(
                "DROP TABLE IF EXISTS history", "CREATE TABLE history (id " + serial() + ", epoch BIGINT NOT NULL)");
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int refusals = 0;
        // Threads that happen to run one after another meet no fence; then they fight again.
        for (int round = 0; round < MAX_FIGHTS && refusals == 0; round++) {
            List<Future<Integer>> nodes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                SplittableRandom random = new SplittableRandom(3L * round + i);
                nodes.add(pool.submit(() -> fight(random, 25)));
            }
            for (Future<Integer> node : nodes) {
                refusals += node.get(60, TimeUnit.SECONDS);
            }
        }
        pool.shutdown();

        List<Long> epochs = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT epoch FROM history ORDER BY id")) {
            while (result.next()) {
                epochs.add(result.getLong(1));
            }
        }
        assertThat(epochs).isSorted();
        assertThat(epochs.stream().distinct().count()).as("leaders that wrote").isGreaterThan(3);
        assertThat(refusals).as("a stale write was tried and refused").isPositive();
    }

    private String serial() {
        return switch (database.product()) {
            case "PostgreSQL" -> "BIGSERIAL PRIMARY KEY";
            default -> "BIGINT AUTO_INCREMENT PRIMARY KEY";
        };
    }

    private int fight(SplittableRandom random, int takeovers) throws SQLException {
        JdbcLeaseStore own = LeaseStoreContract.newStore(database, tables);
        int refusals = 0;
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            for (int i = 0; i < takeovers; i++) {
                LeaseToken token = LeaseToken.random(random);
                Optional<LeaseToken> current =
                        row(own.execute(List.of(new Read(ORDERS))).get(0)).map(LeaseRow::token);
                Optional<LeaseRow> row = row(own.execute(List.of(new Acquire(ALICE, token, Epoch.NONE, HOUR, current)))
                        .get(0));
                if (row.filter(it -> it.token().equals(token)).isPresent()) {
                    refusals += writeUntilFenced(transaction, SqlStoreFixture.leadership(row.get()), 6);
                }
            }
        }
        own.close();
        return refusals;
    }

    private int writeUntilFenced(Connection transaction, Leadership leadership, int writes) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            for (int i = 0; i < writes; i++) {
                try {
                    fence.check(transaction, leadership);
                } catch (FencedException replaced) {
                    transaction.rollback();
                    return 1;
                }
                statement.executeUpdate("INSERT INTO history (epoch) VALUES (" + leadership.epoch() + ")");
                transaction.commit();
            }
        }
        return 0;
    }

    @Test
    void aLeadershipThatIsOverByItsOwnClockIsNotAskedFor() throws SQLException {
        LeaseRow row = take(acquire(ALICE, FIRST));
        Leadership over =
                new HeldLeadership(ORDERS, row.holder(), row.epoch(), System::nanoTime, System.nanoTime() - 1);
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatThrownBy(() -> fence.check(transaction, over)).isInstanceOf(NotLeaderException.class);
        }
    }

    @Test
    void withoutATransactionThereIsNothingToHold() throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> fence.check(connection, alice))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("autocommit");
        }
    }

    // ---- as a fence in its own right

    @Test
    void itKeepsTheHighestEpochThatPassed() throws SQLException {
        ElectionName elsewhere = ElectionName.of("elsewhere");
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            Fence port = fence.in(transaction);

            assertThat(port.highest(elsewhere)).isEqualTo(Epoch.NONE);
            port.pass(elsewhere, Epoch.of(3));
            port.pass(elsewhere, Epoch.of(3));
            port.pass(elsewhere, Epoch.of(7));
            transaction.commit();
            assertThatThrownBy(() -> port.pass(elsewhere, Epoch.of(6))).isInstanceOf(FencedException.class);
            assertThatThrownBy(() -> port.pass(elsewhere, Epoch.NONE)).isInstanceOf(IllegalArgumentException.class);

            assertThat(port.highest(elsewhere)).isEqualTo(Epoch.of(7));
        }
    }

    @Test
    void epochsThatPassedAreNeverGranted() throws SQLException {
        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            fence.in(transaction).pass(ORDERS, Epoch.of(50));
            transaction.commit();
        }

        assertThat(take(acquire(ALICE, FIRST)).epoch()).isEqualTo(Epoch.of(51));
    }

    // ---- tables with their own epoch

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void aGuardedUpdateRefusesTheOlderEpoch(int isolation) throws SQLException {
        Leadership alice = lead(ALICE, FIRST);
        database.age(tables, HOUR);
        Leadership bob = lead(BOB, SECOND);
        GuardedUpdate byAlice = new GuardedUpdate("guarded", "id", "epoch").set("note", "alice");
        GuardedUpdate byBob = new GuardedUpdate("guarded", "id", "epoch").set("note", "bob");

        try (Connection transaction = database.begin(isolation)) {
            assertThat(byAlice.execute(transaction, alice, 1)).isTrue();
            transaction.commit();
            assertThat(byBob.execute(transaction, bob, 1)).isTrue();
            transaction.commit();
            assertThatThrownBy(() -> byAlice.execute(transaction, alice, 1)).isInstanceOf(FencedException.class);
            transaction.rollback();
            assertThat(byBob.execute(transaction, bob, 99)).as("no such row").isFalse();
        }

        assertThat(database.ask("SELECT note FROM guarded")).isEqualTo("bob");
    }

    @Test
    void aGuardedUpdateTakesPlainNamesOnly() {
        assertThatThrownBy(() -> new GuardedUpdate("guarded; DROP TABLE guarded", "id", "epoch"))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> new GuardedUpdate("guarded", "id", "epoch").set("note = 1, epoch", 1))
                .isInstanceOf(ConfigurationException.class);
    }
}
