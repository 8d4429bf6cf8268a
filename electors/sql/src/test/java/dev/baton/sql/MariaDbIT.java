// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.ConfigurationException;
import dev.baton.elector.Promise;
import dev.baton.runtime.ThreadLanes;
import dev.baton.sql.dialect.TableNames;
import dev.baton.testkit.contract.TestContext;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.util.DefaultLocale;

/** Everything on a real MariaDB. */
class MariaDbIT {
    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    class Seed extends SqlSeedContract {
        Seed() {
            super(Servers.mariaDb());
        }

        @Override
        void whileReadOnly(Consumer<TestDatabase> action) {
            database.run(
                    "CREATE USER IF NOT EXISTS plain@localhost IDENTIFIED BY 'plain'",
                    "GRANT SELECT, INSERT, UPDATE ON baton.* TO plain@localhost",
                    "SET GLOBAL read_only = 1");
            try {
                action.accept(database.as("plain", "plain"));
            } finally {
                database.run("SET GLOBAL read_only = 0");
            }
        }
    }

    @Nested
    class Fence extends ServerFenceContract {
        Fence() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    class Elector extends SqlElectorContract {
        Elector() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    class Schema extends SqlSchemaContract {
        Schema() {
            super(Servers.mariaDb());
        }

        @Override
        TestDatabase reader(TableNames tables) {
            database.run(
                    "CREATE USER IF NOT EXISTS reader@localhost IDENTIFIED BY 'reader'",
                    "GRANT SELECT ON baton.* TO reader@localhost");
            return database.as("reader", "reader");
        }

        @Test
        void aTableWithoutTransactionsIsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.lease() + " ENGINE = MyISAM");

            refused(tables, tables.lease() + " is a MyISAM table", "transactional");
        }

        @Test
        void aCaseFoldingCollationIsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.fence()
                    + " MODIFY election VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL");

            refused(tables, tables.fence() + ".election is varchar(128) utf8mb4_general_ci", "ascii_bin");
        }

        @Test
        void aTimestampThatEndsIn2038IsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.lease() + " MODIFY expires_at TIMESTAMP(6) NOT NULL DEFAULT NOW(6)");

            refused(tables, tables.lease() + ".expires_at is timestamp(6)", "datetime(6)");
        }
    }

    @Nested
    class Durability {
        private final TestDatabase database = Servers.mariaDb();

        private void refusedWhile(String setting, String unsafe, String safe) {
            database.run("SET GLOBAL " + setting + " = " + unsafe);
            try (JdbcLeaseStore store = LeaseStoreContract.newStore(database, database.newTables())) {
                assertThatThrownBy(store::start)
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContainingAll(setting + " is " + unsafe, "set it to 1");
            } finally {
                database.run("SET GLOBAL " + setting + " = " + safe);
            }
        }

        @Test
        void aServerThatFlushesLaterIsRefused() {
            refusedWhile("innodb_flush_log_at_trx_commit", "0", "1");
            refusedWhile("innodb_flush_log_at_trx_commit", "2", "1");
        }

        @Test
        void itIsUsedIfThatIsAskedForAndPromisesLess() {
            database.run("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
            SqlSettings unsafe =
                    SqlSettings.DEFAULT.withTables(database.newTables()).withUnsafeLostCommits();
            try (ThreadLanes lanes = new ThreadLanes("durability", 1, (what, cause) -> {});
                    dev.baton.elector.Elector elector =
                            SqlElector.on(database.database()).settings(unsafe).start(TestContext.of("a", lanes))) {
                assertThat(elector.promise().epochs()).isEqualTo(Promise.EpochMemory.PROCESS);
                assertThat(elector.promise().exclusivity()).isEqualTo(Promise.Exclusivity.PER_PARTITION);
                assertThat(elector.promise().statement()).contains("innodb_flush_log_at_trx_commit is 0");
            } finally {
                database.run("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            }
        }
    }

    @Nested
    class Trouble extends StoreTroubleContract {
        Trouble() {
            super(Servers.mariaDb(), MySqlOptions.of(Servers.mariaDb(), Servers.byConnectorJ(Servers.mariaDb())));
        }
    }

    @Nested
    class FencedTransactions extends FencedTransactionContract {
        FencedTransactions() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledStore extends LeaseStoreContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.mariaDb()));

        PooledStore() {
            super(Pools.of(Servers.mariaDb()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledFence extends ServerFenceContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.mariaDb()));

        PooledFence() {
            super(Pools.of(Servers.mariaDb()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledFencedTransactions extends FencedTransactionContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.mariaDb()));

        PooledFencedTransactions() {
            super(Pools.of(Servers.mariaDb()));
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @DefaultLocale("tr-TR")
    class PooledElector extends SqlElectorContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.mariaDb()));

        PooledElector() {
            super(Pools.of(Servers.mariaDb()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledTrouble extends StoreTroubleContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.mariaDb()));

        PooledTrouble() {
            super(Pools.of(Servers.mariaDb()), List.of());
        }
    }
}
