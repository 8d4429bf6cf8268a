// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static dev.baton.sql.LeaseStoreContract.newStore;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.ConfigurationException;
import dev.baton.Leadership;
import dev.baton.spi.lease.LeaseRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pooler between a node and PostgreSQL: refused where sessions are shared, and welcome where they are not. */
class PgBouncerIT {
    private final TestDatabase direct = Servers.postgres();
    private TableNames tables;

    @BeforeEach
    void needsPgBouncer() {
        assumeTrue(PgBouncer.isInstalled(), "left out: pgbouncer is not installed (Debian: pgbouncer)");
        tables = direct.newTables();
    }

    private SqlSettings settings() {
        return SqlSettings.DEFAULT.withTables(tables).withLease(LeaseStoreContract.PATIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "statement"})
    void aPoolerThatSharesSessionsIsRefusedBeforeAnythingIsSet(String mode) throws Exception {
        try (PgBouncer pooler = PgBouncer.start(direct, mode, "")) {
            JdbcLeaseStore store = newStore(pooler.database().database(), settings());

            assertThatThrownBy(store::start)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("pool_mode");

            store.close();
            nothingLeaked(pooler);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"server_round_robin = 1", "default_pool_size = 1"})
    void howThePoolerChoosesDoesNotMatter(String option) throws Exception {
        try (PgBouncer pooler = PgBouncer.start(direct, "transaction", option)) {
            List<Connection> others = new ArrayList<>();
            for (int i = 0; i < 3 && !option.contains("pool_size"); i++) {
                // Each keeps a server session for itself for a moment, so that there are several to choose from.
                Connection other = pooler.database().begin(Connection.TRANSACTION_READ_COMMITTED);
                Pools.stateOf(other);
                others.add(other);
            }
            for (Connection other : others) {
                other.close();
            }
            JdbcLeaseStore store = newStore(pooler.database().database(), settings());

            assertThatThrownBy(store::start).isInstanceOf(ConfigurationException.class);

            store.close();
        }
    }

    private void nothingLeaked(PgBouncer pooler) throws SQLException {
        Map<String, String> asNew;
        try (Connection connection = pooler.plain().connect()) {
            asNew = Pools.stateOf(connection);
        }
        try (Connection connection = pooler.database().connect()) {
            Map<String, String> seen = Pools.stateOf(connection);
            assertThat(seen)
                    .containsAllEntriesOf(Map.of(
                            "statement_timeout",
                            asNew.get("statement_timeout"),
                            "lock_timeout",
                            asNew.get("lock_timeout")));
        }
    }

    @Test
    void aPoolerThatKeepsSessionsApartServes() throws Exception {
        try (PgBouncer pooler = PgBouncer.start(direct, "session", "")) {
            JdbcLeaseStore store = newStore(pooler.database().database(), settings());
            store.start();

            LeaseRow row =
                    row(store.execute(List.of(acquire(ALICE, FIRST))).get(0)).orElseThrow();

            store.close();
            assertThat(row.token()).isEqualTo(FIRST);
        }
    }

    @Test
    void aFencedTransactionOfTheApplicationLeavesNothingInASharedSession() throws Exception {
        JdbcLeaseStore store = newStore(direct, tables);
        Leadership alice = SqlStoreFixture.leadership(
                row(store.execute(List.of(acquire(ALICE, FIRST))).get(0)).orElseThrow());
        store.close();
        try (PgBouncer pooler = PgBouncer.start(direct, "transaction", "default_pool_size = 1");
                Connection application = pooler.database().connect();
                Connection other = pooler.database().connect()) {
            Map<String, String> before = Pools.stateOf(other);

            new SqlFence(tables).inTransaction(application, alice, open -> {
                try (Statement statement = open.createStatement()) {
                    statement.execute("SELECT 1");
                }
            });

            assertThat(Pools.stateOf(other)).isEqualTo(before);
        }
    }
}
