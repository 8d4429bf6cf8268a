// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

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
}
