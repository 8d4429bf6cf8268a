// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.BOB;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.PATIENT;
import static dev.baton.sql.LeaseStoreContract.SECOND;
import static dev.baton.sql.LeaseStoreContract.THIRD;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static dev.baton.sql.LeaseStoreContract.newStore;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Epoch;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.testkit.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that break, and options that a user's URL may bring, on any database. */
abstract class StoreTroubleContract {
    final TestDatabase database;
    private final List<TestDatabase> variants;
    private TableNames tables;
    private CuttableSource source;
    private JdbcLeaseStore store;

    /** @param variants the same database with other drivers and options */
    StoreTroubleContract(TestDatabase database, List<TestDatabase> variants) {
        this.database = database;
        this.variants = variants;
    }

    @BeforeEach
    final void open() {
        tables = database.newTables();
        source = new CuttableSource(database);
        store = newStore(
                SqlDatabase.of(source), SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
    }

    @AfterEach
    final void close() {
        store.close();
    }

    private LeaseReply reply(LeaseRequest request) {
        return store.execute(List.of(request)).get(0);
    }

    private void eventuallyAnswers(LeaseRequest request) {
        Eventually.eventually(
                "it answers", Duration.ofSeconds(10), () -> reply(request) instanceof Answered, () -> reply(request));
    }

    @Test
    void aConnectionThatBreaksIsReplaced() {
        reply(acquire(ALICE, FIRST));
        source.cut();

        LeaseReply broken = reply(new Renew(ORDERS, FIRST, HOUR));
        LeaseReply stillCut = reply(new Renew(ORDERS, FIRST, HOUR));
        source.rejoin();
        eventuallyAnswers(new Renew(ORDERS, FIRST, HOUR));

        assertThat(broken).isInstanceOf(Failed.class);
        assertThat(stillCut).isInstanceOf(Failed.class);
        assertThat(source.connections()).isEqualTo(1);
    }

    @Test
    void aWriteWhoseOutcomeIsUnknownIsFoundOutByItsToken() {
        reply(new Read(ORDERS));
        source.loseAnswersOf("UPDATE");

        LeaseReply lost = reply(acquire(ALICE, FIRST));
        source.loseAnswersOf("nothing");
        LeaseReply other = reply(acquire(BOB, SECOND));
        LeaseReply again = reply(acquire(ALICE, FIRST));

        assertThat(lost).isInstanceOf(Failed.class);
        LeaseRow row = row(again).orElseThrow();
        assertThat(List.of(FIRST, SECOND)).contains(row.token());
        // Whether it had happened or not, all see the same holder, and one epoch.
        assertThat(row(other).orElseThrow().token()).isEqualTo(row.token());
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void whoeverIsSlowerBetweenLookingAndTakingGetsNothing() {
        reply(acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        JdbcLeaseStore faster = newStore(database, tables);
        source.beforeNextUpdate(() -> faster.execute(List.of(acquire(ALICE, THIRD))));

        LeaseRow row = row(reply(acquire(BOB, SECOND))).orElseThrow();

        faster.close();
        assertThat(row.token()).isEqualTo(THIRD);
        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aLeaseThatComesToLifeAgainBetweenLookingAndTakingIsNotTaken() {
        reply(acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        // As if the clock of the database had been set back.
        source.beforeNextUpdate(() -> database.age(tables, HOUR.negated()));

        LeaseRow row = row(reply(acquire(BOB, SECOND))).orElseThrow();

        assertThat(row.token()).isEqualTo(FIRST);
        assertThat(row.isLive()).isTrue();
    }

    @Test
    void anEpochThatPassesTheFenceBetweenLookingAndTakingIsNotGrantedAgain() {
        reply(acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        source.beforeNextUpdate(() -> database.run("UPDATE " + tables.fence() + " SET epoch = 2"));

        LeaseRow refused = row(reply(acquire(BOB, SECOND))).orElseThrow();
        LeaseRow next = row(reply(acquire(BOB, SECOND))).orElseThrow();

        assertThat(refused.token()).isEqualTo(FIRST);
        assertThat(next.epoch()).isEqualTo(Epoch.of(3));
    }

    @Test
    void anErrorInTheMiddleOfATakeoverTakesNothing() {
        reply(acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        // On H2 this is in the second of two statements; elsewhere there is only one.
        source.breakAt(
                database.product().startsWith("M")
                        ? "UPDATE " + tables.lease() + " l JOIN"
                        : "UPDATE " + tables.fence());

        assertThatThrownBy(() -> reply(acquire(BOB, SECOND))).isInstanceOf(OutOfMemoryError.class);
        source.breakAt("nothing");

        assertThat(database.ask("SELECT token FROM " + tables.lease())).isEqualTo(FIRST.toString());
        assertThat(database.ask("SELECT epoch FROM " + tables.fence())).isEqualTo("1");
        eventuallyAnswers(acquire(BOB, SECOND));
    }

    @Test
    void aConnectionOfAPoolGoesBackAsItCame() throws SQLException {
        try (HikariDataSource pool = Pools.newPool(database, 1)) {
            Map<String, String> before;
            try (Connection first = pool.getConnection()) {
                oddSettings(first);
                before = Pools.stateOf(first);
            }
            JdbcLeaseStore pooled = newStore(
                    SqlDatabase.of(pool), SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
            pooled.execute(List.of(acquire(ALICE, FIRST)));
            pooled.close();

            // Waits until the store has given its connection back.
            try (Connection again = pool.getConnection()) {
                assertThat(Pools.stateOf(again)).isEqualTo(before);
            }
        }
    }

    @Test
    void aConnectionThatIsGivenUpDoesNotGoBackToItsPool() throws SQLException {
        try (HikariDataSource pool = Pools.newPool(database, 1)) {
            Map<String, String> before;
            try (Connection first = pool.getConnection()) {
                before = Pools.stateOf(first);
            }
            JdbcLeaseStore pooled = newStore(
                    SqlDatabase.of(pool), SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
            pooled.execute(List.of(acquire(ALICE, FIRST)));
            // The table is gone, which is not an error that the store knows how to live with.
            database.run("ALTER TABLE " + tables.lease() + " RENAME TO " + tables.lease() + "_away");
            pooled.execute(List.of(acquire(BOB, SECOND)));
            pooled.close();

            try (Connection again = pool.getConnection()) {
                assertThat(Pools.stateOf(again)).isEqualTo(before);
            }
        }
    }

    @Test
    void aCallThatWasAbandonedGivesUpItsConnectionWhenItReturns() throws Exception {
        reply(new Read(ORDERS));
        CountDownLatch inDriver = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        source.beforeNextRead(() -> {
            inDriver.countDown();
            HangingDatabaseTest.hang(release);
        });
        Thread hanging = new Thread(() -> reply(new Read(ORDERS)));
        hanging.start();
        inDriver.await();

        store.abandon();
        LeaseReply reply = reply(acquire(ALICE, FIRST));
        release.countDown();
        hanging.join();

        assertThat(reply).isInstanceOf(Answered.class);
        assertThat(source.connections()).isEqualTo(1);
    }

    /** Limits that are neither the server's defaults nor the store's. */
    private void oddSettings(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            switch (database.product()) {
                case "PostgreSQL" -> {
                    statement.execute("SET statement_timeout = '1234s'");
                    statement.execute("SET lock_timeout = '123s'");
                }
                case "H2" -> {
                    statement.execute("SET LOCK_TIMEOUT 12345");
                    statement.execute("SET QUERY_TIMEOUT 123456");
                }
                default -> {
                    statement.execute("SET SESSION sql_mode = 'ANSI_QUOTES,NO_ZERO_DATE'");
                    statement.execute("SET SESSION innodb_lock_wait_timeout = 123");
                }
            }
        }
    }

    @Test
    void oneConnectionServesAllElections() {
        for (int i = 0; i < 20; i++) {
            reply(acquire(ALICE, FIRST));
            reply(new Release(ORDERS, FIRST, Optional.empty()));
        }

        assertThat(source.connections()).isEqualTo(1);
    }

    @Test
    void closingClosesTheConnection() {
        reply(new Read(ORDERS));

        store.close();

        Eventually.eventually("it is closed", Duration.ofSeconds(10), () -> source.connections() == 0, () -> "open");
    }

    @Test
    void driversAndTheirOptionsMakeNoDifference() {
        for (TestDatabase variant : variants) {
            // The options of H2 belong to the database, so each set has one of its own.
            TestDatabase plain = variant.url().startsWith("jdbc:h2:") ? variant : database;
            TableNames own = plain.newTables();
            JdbcLeaseStore other = newStore(variant, own);
            try {
                new MemoryTwin(plain, own, other).compare(60);
                LeaseRow row = row(other.execute(List.of(acquire(ALICE, FIRST))).get(0))
                        .orElseThrow();
                assertThat(plain.ask("SELECT token FROM " + own.lease() + " WHERE election = 'orders'"))
                        .as("committed for all to see")
                        .isEqualTo(row.token().toString());
            } catch (AssertionError differs) {
                throw new AssertionError(variant.url() + ": " + differs.getMessage(), differs);
            } finally {
                other.close();
            }
        }
    }
}
