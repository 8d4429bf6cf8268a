// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;

/** Everything on a real PostgreSQL. */
class PostgresIT {
    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Seed extends SqlSeedContract {
        Seed() {
            super(Servers.postgres());
        }

        @Override
        void whileReadOnly(Consumer<TestDatabase> action) {
            action.accept(database.with("options=-c%20default_transaction_read_only=on"));
        }
    }

    @Nested
    class Fence extends SqlFenceContract {
        Fence() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Elector extends SqlElectorContract {
        Elector() {
            super(Servers.postgres());
        }
    }
}
