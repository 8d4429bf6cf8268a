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

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Mistakes that designs of leases in a database usually make, each shown to be absent, and rows that were edited by hand. */
abstract class SqlDesignContract extends SqlLeaseContract {
    SqlDesignContract(TestDatabase database) {
        super(database);
    }

    @Test
    void takeoverComparesWithNowAndNotWithTheNewExpiry() {
        ask(new Acquire(ALICE, FIRST, Epoch.NONE, Duration.ofSeconds(30), Optional.empty()));

        assertThat(ask(acquire(BOB, SECOND)).token()).isEqualTo(FIRST);
    }

    @Test
    void aMinuteHasNoSecondsInWhichNothingWorks() {
        expiryIsTimeArithmetic();
    }

    @Test
    void aLeaseCanBeReleasedAnyNumberOfTimes() {
        thereIsOneRowPerElectionForEver();
    }

    @Test
    void rowCountsAreNeverTrusted() {
        // A driver that counts whatever it likes.
        for (int lie : new int[] {-2, 0, 1, 2, 1_000}) {
            CuttableSource liar = new CuttableSource(database);
            liar.countRowsAs(lie);
            JdbcLeaseStore store = newStore(
                    SqlDatabase.of(liar), SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
            stores.add(store);
            database.age(tables, HOUR.multipliedBy(2));
            LeaseToken token = new LeaseToken(4, lie);

            assertThat(ask(store, acquire(ALICE, token)).token()).isEqualTo(token);
            assertThat(ask(store, acquire(BOB, SECOND)).token()).isEqualTo(token);
            assertThat(ask(store, new Renew(ORDERS, token, HOUR)).isLive()).isTrue();
            assertThat(ask(store, new Renew(ORDERS, SECOND, HOUR)).token()).isEqualTo(token);
            assertThat(ask(store, new Release(ORDERS, SECOND, Optional.empty())).isLive())
                    .isTrue();
        }
    }

    @Test
    void whatIsReadBackTellsWhichAttemptWon() {
        ask(acquire(ALICE, FIRST));
        database.age(tables, HOUR);

        LeaseRow row = ask(acquire(ALICE, SECOND));

        assertThat(row.holder()).isEqualTo(ALICE.self());
        assertThat(row.token()).isEqualTo(SECOND).isNotEqualTo(FIRST);
    }

    @Test
    void isolationAndAutocommitOfTheConnectionDoNotMatter() {
        int[] levels = {
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE
        };
        int run = 0;
        for (int level : levels) {
            for (boolean autocommit : new boolean[] {true, false}) {
                CuttableSource source = new CuttableSource(database);
                source.handOutWith(level, autocommit);
                JdbcLeaseStore store = newStore(
                        SqlDatabase.of(source),
                        SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
                stores.add(store);
                run++;
                LeaseToken token = new LeaseToken(5, run);
                ask(store, acquire(ALICE, THIRD));
                database.age(tables, HOUR.multipliedBy(2));

                assertThat(ask(store, acquire(ALICE, token)).token()).isEqualTo(token);
                assertThat(database.ask("SELECT token FROM " + tables.lease()))
                        .as("committed for all to see")
                        .isEqualTo(token.toString());
                database.run("UPDATE " + tables.lease() + " SET token = '" + SECOND + "'");
                assertThat(ask(store, new Renew(ORDERS, token, HOUR)).token())
                        .as("not a snapshot from before")
                        .isEqualTo(SECOND);
                database.run("UPDATE " + tables.lease() + " SET token = '" + THIRD + "'");
            }
        }
    }

    @Test
    void aWriteInFlightSurvivesItsOwnersRenewal() throws SQLException {
        JdbcLeaseStore store = store(database);
        Leadership leader = leadership(ask(store, acquire(ALICE, FIRST)));
        try (Connection transaction = database.begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            SqlFence fence = new SqlFence(tables);
            fence.check(transaction, leader);

            LeaseRow renewed = ask(store, new Renew(ORDERS, FIRST, HOUR.multipliedBy(2)));

            assertThat(renewed.remaining()).as("did not wait").isGreaterThan(HOUR);
            fence.check(transaction, leader);
            transaction.commit();
        }
    }

    @Test
    void manyThreadsOnFewElectionsGetNoDeadlockAndNoDoubleGrant() throws Exception {
        int threads = 16;
        int rounds = 40;
        Map<String, LeaseToken> grants = new ConcurrentHashMap<>();
        List<String> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            JdbcLeaseStore store = store(database);
            SplittableRandom random = new SplittableRandom(i);
            all.add(pool.submit(() -> {
                for (int round = 0; round < rounds; round++) {
                    contend(store, random, grants, failures);
                }
            }));
        }
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        pool.shutdown();

        assertThat(failures).isEmpty();
        assertThat(grants).isNotEmpty();
    }

    /** Tries to take four elections at once, and gives back what it got. */
    private static void contend(
            JdbcLeaseStore store, SplittableRandom random, Map<String, LeaseToken> grants, List<String> failures) {
        List<LeaseRequest> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ElectionEntry entry = new ElectionEntry(ElectionName.of("e" + i), ALICE.self(), ALICE.endpoints());
            requests.add(new Acquire(entry, LeaseToken.random(random), Epoch.NONE, HOUR, Optional.empty()));
        }
        List<LeaseReply> replies = store.execute(requests);
        List<LeaseRequest> givenBack = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            if (replies.get(i) instanceof Failed failed) {
                failures.add(failed.why());
                continue;
            }
            LeaseToken mine = ((Acquire) requests.get(i)).token();
            Optional<LeaseRow> row = row(replies.get(i));
            if (row.filter(it -> it.token().equals(mine) && it.isLive()).isPresent()) {
                String grant = requests.get(i).election() + " " + row.get().epoch();
                LeaseToken other = grants.putIfAbsent(grant, mine);
                if (other != null) {
                    failures.add(grant + " was granted twice");
                }
                givenBack.add(new Release(requests.get(i).election(), mine, Optional.empty()));
            }
        }
        if (!givenBack.isEmpty()) {
            store.execute(givenBack).forEach(reply -> {
                if (reply instanceof Failed failed) {
                    failures.add(failed.why());
                }
            });
        }
    }

    @Test
    void touchingAnotherColumnLeavesTheExpiryAlone() {
        ask(acquire(ALICE, FIRST));
        String before = database.ask("SELECT expires_at FROM " + tables.lease());

        database.run("UPDATE " + tables.lease() + " SET renewals = renewals + 1, endpoints = 'admin=elsewhere'");

        assertThat(database.ask("SELECT expires_at FROM " + tables.lease())).isEqualTo(before);
    }

    @Test
    void everyLeadershipHasAnEpoch() {
        assertThat(ask(acquire(ALICE, FIRST)).epoch().isAfter(Epoch.NONE)).isTrue();
        assertThatThrownBy(() -> new Leader(ORDERS, ALICE.self(), Epoch.NONE, ALICE.endpoints()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEditedRowIsReportedAndNeverTaken() {
        JdbcLeaseStore store = store(database);
        ask(store, acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        for (String edit : List.of(
                "epoch = -1",
                "epoch = 0",
                "epoch = " + Long.MAX_VALUE,
                "token = ''",
                "token = 'zz'",
                "token = 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'",
                "node_id = ''",
                "node_id = 'Alice'",
                "incarnation = '0000000000000000'",
                "endpoints = 'nonsense'",
                "successor = 'Not A Name'")) {
            String was = database.ask("SELECT token FROM " + tables.lease());
            database.run("UPDATE " + tables.lease() + " SET " + edit);
            String edited = database.ask("SELECT token FROM " + tables.lease());

            LeaseReply reply = store.execute(List.of(acquire(BOB, SECOND))).get(0);

            assertThat(reply).as(edit).isInstanceOf(Failed.class);
            assertThat(((Failed) reply).why()).as(edit).contains("orders").contains("damaged");
            assertThat(database.ask("SELECT token FROM " + tables.lease()))
                    .as(edit)
                    .isEqualTo(edited);
            database.run("UPDATE " + tables.lease() + " SET epoch = 1, token = '" + was
                    + "', node_id = 'alice', incarnation = '000000000000000a', endpoints = '', successor = ''");
        }
        assertThat(ask(store, acquire(BOB, SECOND)).token()).isEqualTo(SECOND);
    }

    @Test
    void anEditedFenceIsReportedAndTakesNoLease() {
        JdbcLeaseStore store = store(database);
        ask(store, acquire(ALICE, FIRST));
        database.age(tables, HOUR);
        for (String epoch : List.of("-1", Long.toString(Long.MAX_VALUE))) {
            database.run("UPDATE " + tables.fence() + " SET epoch = " + epoch);

            LeaseReply reply = store.execute(List.of(acquire(BOB, SECOND))).get(0);

            assertThat(reply).as(epoch).isInstanceOf(Failed.class);
            assertThat(((Failed) reply).why()).as(epoch).contains("orders").contains("damaged");
            assertThat(database.ask("SELECT token FROM " + tables.lease())).isEqualTo(FIRST.toString());
        }
    }

    @Test
    void oneDamagedRowDoesNotHurtItsNeighbours() {
        JdbcLeaseStore store = store(database);
        ask(store, acquire(ALICE, FIRST));
        ElectionEntry other = new ElectionEntry(ElectionName.of("payments"), ALICE.self(), ALICE.endpoints());
        ask(store, acquire(other, SECOND));
        database.run("UPDATE " + tables.lease() + " SET epoch = -5 WHERE election = 'orders'");

        List<LeaseReply> replies =
                store.execute(List.of(new Renew(ORDERS, FIRST, HOUR), new Renew(other.election(), SECOND, HOUR)));

        assertThat(replies.get(0)).isInstanceOf(Failed.class);
        assertThat(row(replies.get(1)).orElseThrow().isLive()).isTrue();
    }

    @Test
    void longNamesAndFullEndpointsFit() {
        String longest = "x".repeat(128);
        Map<String, String> endpoints = new java.util.TreeMap<>();
        for (int i = 0; i < 8; i++) {
            endpoints.put("p".repeat(127) + i, "a".repeat(255));
        }
        ElectionEntry entry = new ElectionEntry(
                ElectionName.of(longest),
                new Node(NodeId.of(longest), new Incarnation(-1)),
                new dev.baton.Endpoints(endpoints));

        LeaseRow row = ask(acquire(entry, FIRST));

        assertThat(row.leader().election().value()).isEqualTo(longest);
        assertThat(row.endpoints()).isEqualTo(entry.endpoints());
    }
}
