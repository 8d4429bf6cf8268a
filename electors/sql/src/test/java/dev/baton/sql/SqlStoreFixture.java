// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.newStore;
import static dev.baton.sql.LeaseStoreContract.row;

import dev.baton.Leadership;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tables of their own for each test of a lease store, and stores that are closed after it. */
abstract class SqlStoreFixture {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final TestDatabase database;
    TableNames tables;
    final List<JdbcLeaseStore> stores = new ArrayList<>();

    SqlStoreFixture(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    final void createTables() {
        tables = database.newTables();
    }

    @AfterEach
    final void closeStores() {
        stores.forEach(JdbcLeaseStore::close);
    }

    final JdbcLeaseStore store(TestDatabase on) {
        JdbcLeaseStore store = newStore(on, tables);
        stores.add(store);
        return store;
    }

    final LeaseRow ask(JdbcLeaseStore store, LeaseRequest request) {
        return row(store.execute(List.of(request)).get(0)).orElseThrow();
    }

    final LeaseRow ask(LeaseRequest request) {
        return ask(store(database), request);
    }

    static void eventually(String fact, BooleanSupplier holds) {
        Eventually.eventually(fact, PATIENCE, holds, () -> "");
    }

    static Leadership leadership(LeaseRow row) {
        long farAway = System.nanoTime() + HOUR.toNanos();
        return new HeldLeadership(ORDERS, row.holder(), row.epoch(), System::nanoTime, farAway);
    }
}
