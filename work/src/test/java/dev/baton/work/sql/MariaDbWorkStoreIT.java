// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.Servers;
import org.junit.jupiter.api.Nested;

/** Work on a real MariaDb. */
class MariaDbWorkStoreIT {
    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(Servers.mariaDb());
        }
    }
}
