// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Guarantee;
import dev.baton.testkit.contract.TestContext;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.util.DefaultLocale;

/** Everything on a real MariaDB. */
class MariaDbIT extends MySqlFamilyContract {
    MariaDbIT() {
        super(Servers.mariaDb(), Servers.byConnectorJ(Servers.mariaDb()), "@localhost");
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
                    dev.baton.spi.Elector elector =
                            SqlElector.on(database.database()).settings(unsafe).start(TestContext.of("a", lanes))) {
                assertThat(elector.guarantee().epochs()).isEqualTo(Guarantee.EpochMemory.PROCESS);
                assertThat(elector.guarantee().exclusivity()).isEqualTo(Guarantee.Exclusivity.PER_PARTITION);
                assertThat(elector.guarantee().statement()).contains("innodb_flush_log_at_trx_commit is 0");
            } finally {
                database.run("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            }
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
