// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;

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
    class Fence extends SqlFenceContract {
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
}
