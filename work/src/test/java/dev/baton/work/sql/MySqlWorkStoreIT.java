// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.Servers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Work on a real MySQL, which is not part of every build: {@code ./mvnw -Pmysql verify}. */
@Tag("mysql")
class MySqlWorkStoreIT {
    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(Servers.mySql());
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(Servers.mySql());
        }
    }
}
