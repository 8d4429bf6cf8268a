// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.util.DefaultLocale;

/** Everything on H2, which needs no server. */
class H2Test {
    @Nested
    class StoreInMemory extends LeaseStoreContract {
        StoreInMemory() {
            super(Servers.h2Memory());
        }
    }

    @Nested
    class StoreInAFile extends LeaseStoreContract {
        StoreInAFile() {
            super(Servers.h2File());
        }
    }

    @Nested
    class StoreOnAServer extends LeaseStoreContract {
        StoreOnAServer() {
            super(Servers.h2Server());
        }
    }

    @Nested
    class Design extends SqlDesignContract {
        Design() {
            super(Servers.h2File());
        }

        @Override
        void whileReadOnly(Consumer<TestDatabase> action) {
            String file = Servers.h2File().url().replace("leases;DB_CLOSE_DELAY=-1", "readonly-" + tables.lease());
            TestDatabase other = new TestDatabase(file, "sa", "");
            new SqlSchema(other.database(), tables).create();
            action.accept(other.with("ACCESS_MODE_DATA=r"));
        }
    }

    @Nested
    class Fence extends SqlFenceContract {
        Fence() {
            super(Servers.h2Memory());
        }
    }

    @Nested
    class Elector extends SqlElectorContract {
        Elector() {
            super(Servers.h2Memory());
        }
    }

    @Nested
    class Schema extends SqlSchemaContract {
        Schema() {
            super(Servers.h2Memory());
        }

        @Override
        TestDatabase reader(TableNames tables) {
            database.run(
                    "CREATE USER IF NOT EXISTS reader PASSWORD 'reader'",
                    "GRANT SELECT ON " + tables.lease() + ", " + tables.fence() + " TO reader");
            // Only an administrator may say when the database closes.
            return new TestDatabase("jdbc:h2:mem:leases", "reader", "reader");
        }

        @Test
        void aDatabaseThatVanishesWithItsLastConnectionIsRefused() {
            SqlDatabase vanishing = SqlDatabase.at("jdbc:h2:mem:");

            assertThatThrownBy(() -> new SqlSchema(vanishing, TableNames.DEFAULT).check())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("DB_CLOSE_DELAY=-1");
        }
    }

    @Nested
    class Trouble extends StoreTroubleContract {
        Trouble() {
            super(
                    Servers.h2Memory(),
                    Stream.of("MODE=MySQL", "MODE=PostgreSQL", "IGNORECASE=TRUE", "TIME ZONE=Asia/Tokyo")
                            .map(option -> new TestDatabase(
                                    "jdbc:h2:mem:" + option.replaceAll("\\W", "_") + ";DB_CLOSE_DELAY=-1;" + option,
                                    "sa",
                                    ""))
                            .toList());
        }
    }

    @Nested
    class FencedTransactions extends FencedTransactionContract {
        FencedTransactions() {
            super(Servers.h2Memory());
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledStore extends LeaseStoreContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.h2Memory()));

        PooledStore() {
            super(Pools.of(Servers.h2Memory()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledFence extends SqlFenceContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.h2Memory()));

        PooledFence() {
            super(Pools.of(Servers.h2Memory()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledFencedTransactions extends FencedTransactionContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.h2Memory()));

        PooledFencedTransactions() {
            super(Pools.of(Servers.h2Memory()));
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @DefaultLocale("tr-TR")
    class PooledElector extends SqlElectorContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.h2Memory()));

        PooledElector() {
            super(Pools.of(Servers.h2Memory()));
        }
    }

    @Nested
    @DefaultLocale("tr-TR")
    class PooledTrouble extends StoreTroubleContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.h2Memory()));

        PooledTrouble() {
            super(Pools.of(Servers.h2Memory()), List.of());
        }
    }
}
