// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.Servers;
import org.junit.jupiter.api.Nested;

/** Work on a real Postgres. */
class PostgresWorkStoreIT {
    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(Servers.postgres());
        }
    }
}
