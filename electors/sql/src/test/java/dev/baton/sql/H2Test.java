// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;

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
    class Seed extends SqlSeedContract {
        Seed() {
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
}
