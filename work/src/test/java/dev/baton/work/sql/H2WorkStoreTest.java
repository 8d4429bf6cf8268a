// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.TestDatabase;
import org.junit.jupiter.api.Nested;

/** Work on H2, which needs no server. */
class H2WorkStoreTest {
    private static final TestDatabase MEMORY = new TestDatabase("jdbc:h2:mem:work;DB_CLOSE_DELAY=-1", "sa", "");

    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(MEMORY);
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(MEMORY);
        }
    }
}
