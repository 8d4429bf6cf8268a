// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import org.junit.jupiter.api.Nested;

/** Everything on a real PostgreSQL. */
class PostgresIT {
    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(Servers.postgres());
        }
    }
}
