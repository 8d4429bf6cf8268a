// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.BOB;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.PATIENT;
import static dev.baton.sql.LeaseStoreContract.SECOND;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static dev.baton.sql.LeaseStoreContract.newStore;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The defects of the systems that Baton grew from (A1 to A17), each shown to be absent, on any database. */
abstract class SqlLeaseContract extends SqlStoreFixture {
    SqlLeaseContract(TestDatabase database) {
        super(database);
    }

    @Test
    void challengerCannotStealALiveLease() {
        ask(acquire(ALICE, FIRST));

        // The new expiry is later than the holder's: that must not be enough.
        LeaseRow row = ask(new Acquire(BOB, SECOND, Epoch.NONE, HOUR.multipliedBy(3), Optional.empty()));

        assertThat(row.holder()).isEqualTo(ALICE.self());
    }

    @Test
    void takeoverChangesTheWholeRowOrNothing() {
        ask(acquire(ALICE, FIRST));
        ask(acquire(BOB, SECOND));
        String refused = wholeRow();
        database.age(tables, HOUR);
        ask(acquire(BOB, SECOND));

        assertThat(refused).startsWith("1 alice " + ALICE.self().incarnation() + " " + FIRST);
        assertThat(wholeRow()).startsWith("2 bob " + BOB.self().incarnation() + " " + SECOND);
    }

    private String wholeRow() {
        List<String> values = new ArrayList<>();
        for (String column : List.of("epoch", "node_id", "incarnation", "token")) {
            values.add(database.ask("SELECT " + column + " FROM " + tables.lease()));
        }
        return String.join(" ", values);
    }

    @Test
    void expiryIsTimeArithmetic() {
        JdbcLeaseStore store = store(database);
        // Every second of a minute: adding 10 to a time as if it were a number fails for ten of them.
        for (int second = 0; second < 60; second++) {
            Duration lease = Duration.ofSeconds(3600 + second);
            LeaseToken token = new LeaseToken(3, second + 1);
            database.age(tables, HOUR.multipliedBy(2));

            LeaseRow row = ask(store, new Acquire(ALICE, token, Epoch.NONE, lease, Optional.empty()));

            assertThat(row.token()).isEqualTo(token);
            assertThat(row.remaining()).isBetween(lease.minusSeconds(30), lease);
        }
    }

    @Test
    void theClockIsTheDatabases() {
        // The store is given a clock that stands still: all it can get wrong is its own patience.
        JdbcLeaseStore odd = new JdbcLeaseStore(
                database.database(),
                SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT),
                () -> 0L,
                new SplittableRandom(4));
        stores.add(odd);
        ask(acquire(ALICE, FIRST));

        assertThat(ask(odd, acquire(BOB, SECOND)).token()).isEqualTo(FIRST);
        database.age(tables, HOUR);
        assertThat(ask(odd, acquire(BOB, SECOND)).token()).isEqualTo(SECOND);
    }

    @Test
    void theHolderStopsByItsOwnClockWhenTheDatabaseIsGone() {
        CuttableSource source = new CuttableSource(database);
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(3));
        try (Baton node = Baton.node("alice").start(SqlElector.on(source).settings(settings))) {
            Candidate candidate = node.stand("orders").start();
            eventually("it leads", candidate::isLeader);
            Leadership leadership = candidate.requireLeadership();

            source.cut();

            eventually("it has stopped", () -> !leadership.mayAct());
            assertThat(candidate.isLeader()).isFalse();
        }
    }

    @Test
    void theEpochFencesWrites() throws SQLException {
        Leadership old = leadership(ask(acquire(ALICE, FIRST)));
        database.age(tables, HOUR);
        ask(acquire(BOB, SECOND));

        try (Connection transaction = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatThrownBy(() -> new SqlFence(tables).check(transaction, old))
                    .isInstanceOf(FencedException.class)
                    .hasMessageContaining("epoch 1 of orders")
                    .hasMessageContaining("epoch 2");
        }
    }

    @Test
    void losingAndRegainingIsNotTheSameLeadership() throws SQLException {
        Leadership old = leadership(ask(acquire(ALICE, FIRST)));
        database.age(tables, HOUR);
        LeaseRow regained = ask(acquire(ALICE, SECOND));

        try (Connection transaction = database.begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            SqlFence fence = new SqlFence(tables);
            assertThatThrownBy(() -> fence.check(transaction, old)).isInstanceOf(FencedException.class);
            fence.check(transaction, leadership(regained));
        }
    }

    @Test
    void renewalKeepsTheEpochAndCountsByItself() {
        ask(acquire(ALICE, FIRST));
        JdbcLeaseStore store = store(database);
        for (int i = 0; i < 5; i++) {
            assertThat(ask(store, new Renew(ORDERS, FIRST, HOUR)).epoch()).isEqualTo(Epoch.of(1));
        }

        assertThat(database.ask("SELECT renewals FROM " + tables.lease())).isEqualTo("5");
    }

    @Test
    void thereIsOneRowPerElectionForEver() {
        JdbcLeaseStore store = store(database);
        for (int i = 1; i <= 5; i++) {
            LeaseToken token = new LeaseToken(9, i);
            assertThat(ask(store, acquire(ALICE, token)).epoch()).isEqualTo(Epoch.of(i));
            ask(store, new Release(ORDERS, token, Optional.empty()));
        }

        assertThat(database.ask("SELECT COUNT(*) FROM " + tables.lease())).isEqualTo("1");
    }

    @Test
    void leasesShorterThanASecondAreKept() {
        Duration lease = Duration.ofNanos(987_654_000);

        JdbcLeaseStore store = store(database);
        List<Duration> remaining = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            database.age(tables, HOUR);
            LeaseToken token = new LeaseToken(10, i);
            remaining.add(ask(store, new Acquire(ALICE, token, Epoch.NONE, lease, Optional.empty()))
                    .remaining());
        }

        assertThat(remaining).allMatch(it -> it.compareTo(lease) <= 0).anyMatch(it -> it.toNanos() % 1_000_000 != 0);
    }

    @Test
    void renewingTwiceInOneSecondKeepsTheLease() {
        JdbcLeaseStore store = store(database);
        ask(store, acquire(ALICE, FIRST));

        LeaseRow once = ask(store, new Renew(ORDERS, FIRST, HOUR));
        LeaseRow twice = ask(store, new Renew(ORDERS, FIRST, HOUR));

        assertThat(once.token()).isEqualTo(FIRST);
        assertThat(twice.token()).isEqualTo(FIRST);
        assertThat(twice.isLive()).isTrue();
    }

    @Test
    void restartIsAnotherOwner() {
        ask(acquire(ALICE, FIRST));
        ElectionEntry restarted =
                new ElectionEntry(ORDERS, new Node(NodeId.of("alice"), new Incarnation(77)), ALICE.endpoints());

        LeaseRow refused = ask(acquire(restarted, SECOND));
        LeaseRow notRenewed = ask(new Renew(ORDERS, SECOND, HOUR.multipliedBy(2)));
        database.age(tables, HOUR);
        LeaseRow next = ask(acquire(restarted, SECOND));

        assertThat(refused.holder()).isEqualTo(ALICE.self());
        assertThat(notRenewed.remaining()).isLessThanOrEqualTo(HOUR);
        assertThat(next.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aLapsedLeaseDoesNotGoOn() {
        ask(acquire(ALICE, FIRST));
        database.age(tables, HOUR);

        LeaseRow renewed = ask(new Renew(ORDERS, FIRST, HOUR));
        LeaseRow asked = ask(acquire(ALICE, FIRST));
        LeaseRow again = ask(acquire(ALICE, SECOND));

        assertThat(renewed.isLive()).isFalse();
        assertThat(asked.isLive()).isFalse();
        assertThat(again.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void releaseIsImmediate() {
        ask(acquire(ALICE, FIRST));

        ask(new Release(ORDERS, FIRST, Optional.empty()));

        assertThat(ask(acquire(BOB, SECOND)).token()).isEqualTo(SECOND);
    }

    @Test
    void theLeaseOfAProcessThatIsGoneNeedNotRunOut() {
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofMinutes(10));
        ask(new Acquire(ALICE, FIRST, Epoch.NONE, HOUR, Optional.empty()));
        HolderWatch knowsAliceIsGone = new HolderWatch() {
            private Listener listener;

            @Override
            public void start(Listener told) {
                listener = told;
            }

            @Override
            public void watch(ElectionName election, Leader holder) {
                listener.gone(holder.node());
            }
        };
        SqlElectorFactory elector =
                SqlElector.on(database.database()).settings(settings).watching(context -> knowsAliceIsGone);
        try (Baton bob = Baton.node("bob").start(elector)) {
            Candidate candidate = bob.stand("orders").start();

            eventually("bob leads", candidate::isLeader);

            assertThat(candidate.requireLeadership().epoch()).isEqualTo(Epoch.of(2));
        }
    }

    private static long seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toSeconds() + 1;
    }

    @Test
    void aReleasedLeaseIsSeenLongBeforeItWouldHaveExpired() {
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(40));
        try (Baton alice = Baton.node("alice")
                        .start(SqlElector.on(database.database()).settings(settings));
                Baton bob = Baton.node("bob")
                        .start(SqlElector.on(database.database()).settings(settings))) {
            Candidate leader = alice.stand("orders").start();
            eventually("alice leads", leader::isLeader);
            Candidate standby = bob.stand("orders").start();
            eventually("bob sees alice", () -> standby.leader().isPresent());
            long start = System.nanoTime();

            alice.close();
            eventually("bob leads", standby::isLeader);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    void standbysSleepUntilTheExpiry() {
        SqlSettings settings = SqlSettings.DEFAULT
                .withTables(tables)
                .withTerms(new LeaseTerms(
                        Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(2)));
        CuttableSource source = new CuttableSource(database);
        try (Baton alice =
                Baton.node("alice").start(SqlElector.on(database.database()).settings(settings))) {
            Candidate leader = alice.stand("orders").start();
            eventually("alice leads", leader::isLeader);
            try (Baton bob = Baton.node("bob").start(SqlElector.on(source).settings(settings))) {
                Candidate standby = bob.stand("orders").start();
                eventually("bob sees alice", () -> standby.leader().isPresent());
                long before = source.statements();
                long start = System.nanoTime();
                int renewals = Integer.parseInt(database.ask("SELECT renewals FROM " + tables.lease()));

                eventually(
                        "alice has renewed ten times",
                        () -> Integer.parseInt(database.ask("SELECT renewals FROM " + tables.lease())) > renewals + 10);

                // Its own look at the expiry, and once a second whether anything was given back.
                assertThat(source.statements() - before).isLessThanOrEqualTo(2 + seconds(start));
            }
        }
    }

    @Test
    void aStatementThatWaitsIsGivenUpInTime() throws Exception {
        ask(acquire(ALICE, FIRST));
        JdbcLeaseStore store = newStore(database.database(), SqlSettings.DEFAULT.withTables(tables));
        stores.add(store);
        ask(store, new Read(ORDERS));
        try (Connection blocker = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            blocker.createStatement().executeUpdate("UPDATE " + tables.lease() + " SET renewals = renewals + 1");
            long start = System.nanoTime();

            LeaseReply reply =
                    store.execute(List.of(new Renew(ORDERS, FIRST, HOUR))).get(0);

            assertThat(reply).isInstanceOf(Failed.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LeaseTerms.DEFAULT.lease());
            blocker.rollback();
        }
        eventually(
                "it works again", () -> store.execute(List.of(new Read(ORDERS))).get(0) instanceof LeaseReply.Answered);
    }

    @Test
    void aServerThatRefusesWritesIsNotLedFrom() {
        ask(acquire(ALICE, FIRST));

        whileReadOnly(readOnly -> {
            LeaseReply reply = store(readOnly)
                    .execute(List.of(new Renew(ORDERS, FIRST, HOUR)))
                    .get(0);

            assertThat(reply).isInstanceOf(Failed.class);
            assertThat(((Failed) reply).readOnly()).as(reply.toString()).isTrue();
        });
    }

    /** Runs something on a database that has the test's tables and refuses writes. */
    abstract void whileReadOnly(Consumer<TestDatabase> action);
}
