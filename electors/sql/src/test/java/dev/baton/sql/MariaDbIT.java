// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import org.junit.jupiter.api.Nested;

/** Everything on a real MariaDB. */
class MariaDbIT {
    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(Servers.mariaDb());
        }
    }
}
